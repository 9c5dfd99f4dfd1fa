import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';

const rootDir = join(import.meta.dirname, '../..');
const startTimeoutMs = 30_000;
const stopTimeoutMs = 20_000;
const printTimeoutMs = 5000;

export interface TurnpikeProcess {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  dataDir: string;
  pid: number;
  /** One-time code that the start prints while there is no root account. */
  setupCode(): Promise<string>;
  /** Everything printed until now. */
  output(): string;
  /** SIGTERM, then waits; the data folder stays when it was the caller's. @returns exit code, null after a signal */
  stop(): Promise<number | null>;
  /** SIGKILL in the middle of whatever it does; the data folder stays for a second start. */
  kill(): Promise<void>;
}

export interface TurnpikeOptions {
  env?: Record<string, string>;
  /** Folder of an earlier start; left out, a fresh one is made and removed by `stop`. */
  dataDir?: string;
  /** Port of an earlier start; left out, a free one is taken. */
  port?: number;
}

const MAX_PORTS = 3;

/** Starts the built product as a process of its own and waits until it answers. */
export async function startTurnpike(options: TurnpikeOptions = {}): Promise<TurnpikeProcess> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Another program may take a free port before the product does.
      const isTaken = options.port === undefined && /Port \d+ is in use/.test(String(error));
      if (!isTaken || tried === MAX_PORTS) throw error;
    }
  }
}

async function startOnce(options: TurnpikeOptions): Promise<TurnpikeProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'turnpike-data-'));
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [builtProgram('main')], {
    cwd: rootDir,
    env: {
      ...inheritedEnvironment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      TURNPIKE_DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (data: Buffer) => {
    output += data.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });

  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswering(`${url}/healthz`, child);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw new Error(`Turnpike did not start. It said:\n${output}`, { cause: error });
  }

  return {
    url,
    port,
    dataDir,
    pid: child.pid ?? 0,
    async setupCode() {
      const giveUpAt = Date.now() + printTimeoutMs;
      for (;;) {
        const code = readSetupCode(output);
        if (code !== undefined) return code;
        if (Date.now() > giveUpAt) throw new Error(`No set-up code was printed:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      const code = await ended;
      clearTimeout(timer);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The code follows the words "set-up code" in the first start's output. */
export function readSetupCode(output: string): string | undefined {
  return /set-?up code[^:\n]*:\s*([A-Za-z0-9-]{6,})/i.exec(output)?.[1];
}

/** Settings of the person who runs the tests must not affect the product. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const own = /^(TURNPIKE_|DATABASE_URL$|PORT$|HOST$|NODE_OPTIONS$|NODE_ENV$|VITEST|VITE_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The process ended.');
    try {
      const answer = await fetch(url);
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    if (Date.now() > giveUpAt) throw new Error(`No answer in ${startTimeoutMs / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
