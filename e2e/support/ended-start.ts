import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { bareEnvironment } from './bare-environment.ts';
import { builtProgram } from './built-program.ts';

const rootDir = join(import.meta.dirname, '../..');

export interface EndedStart {
  /** Null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the built product and waits until it has ended by itself, or is killed after a time. */
export function startUntilEnd(
  env: Record<string, string>,
  { killAfterMs = 0 }: { killAfterMs?: number } = {},
): Promise<EndedStart> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [builtProgram('main')],
      {
        cwd: rootDir,
        timeout: killAfterMs > 0 ? killAfterMs : 30_000,
        killSignal: 'SIGKILL',
        env: { ...bareEnvironment(), PORT: '0', HOST: '127.0.0.1', ...env },
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
