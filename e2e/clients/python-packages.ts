import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir.ts';

const run = promisify(execFile);

export interface PythonRun {
  exitCode: number | null;
  /** Printed output, errors included. */
  output: string;
}

export interface PythonPackages {
  /** Has the programs in `bin`. */
  folder: string;
  /** Runs a program of the packages, or `python`, with nothing of our environment but what is given. */
  run(
    program: string,
    args: string[],
    options?: { env?: Record<string, string>; cwd?: string },
  ): Promise<PythonRun>;
}

/**
 * Packages of PyPI in a folder of their own, installed once.
 * @param pinned as `litellm==1.75.0`
 * @throws where the machine has no Python 3 with `venv`
 */
export async function pythonPackages(pinned: string[]): Promise<PythonPackages> {
  const hash = createHash('sha256').update(pinned.join(' ')).digest('hex').slice(0, 12);
  const folder = join(cacheDir, `python-${hash}`);
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', ...pinned], { maxBuffer: 64 * 2 ** 20 });
    writeFileSync(stamp, pinned.join('\n'));
  }
  return {
    folder,
    run: (program, args, { env = {}, cwd = folder } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(join(folder, 'bin', program), args, {
          cwd,
          env: { PATH: `${folder}/bin:${process.env.PATH}`, HOME: cwd, PYTHONUNBUFFERED: '1', ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let output = '';
        const collect = (data: Buffer): void => {
          output += data.toString();
        };
        child.stdout.on('data', collect);
        child.stderr.on('data', collect);
        child.once('error', reject);
        child.once('close', (exitCode) => resolve({ exitCode, output }));
      }),
  };
}
