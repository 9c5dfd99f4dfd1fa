import { parentPort, workerData } from 'node:worker_threads';
import { compare } from 'bcryptjs';
import type { OldPassword } from './old-password.ts';

// bcrypt takes a tenth of a second, which the main thread does not have.

const { password, hash } = workerData as OldPassword;
parentPort?.postMessage(await compare(password, hash));
