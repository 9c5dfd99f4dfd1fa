import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir.ts';

const run = promisify(execFile);

/**
 * A package of npm with a program, in a folder of its own, installed once with its scripts: some put a program for this
 * machine into its place by them.
 * @param pinned as `@openai/codex@0.169.0`
 * @returns path of the program
 */
export async function npmProgram(pinned: string, program: string): Promise<string> {
  const folder = join(cacheDir, `npm-${pinned.replace(/[^\w.]+/g, '-')}`);
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--no-update-notifier', '--prefix', folder, pinned],
      { maxBuffer: 64 * 2 ** 20 },
    );
    writeFileSync(stamp, pinned);
  }
  return join(folder, 'node_modules/.bin', program);
}
