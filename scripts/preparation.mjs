/**
 * Shared by all scripts. They run before anything is installed, on the Node of the machine, so they use only the modules
 * of Node 18.
 */
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = dirname(dirname(fileURLToPath(import.meta.url)));
export const platformName = `${process.platform}-${process.arch}`;

/** A reason to stop that the person at the keyboard can act on; printed without a stack. */
export class PreparationError extends Error {}

export function say(text) {
  console.log(`[turnpike] ${text}`);
}

/** Runs a script's main function and turns its failure into one sentence and exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.error(`[turnpike] ${error.message}`);
    process.exit(1);
  }
}

/** For what can be made again at any time. */
export function cacheDir(dir = rootDir) {
  const path = join(dir, 'node_modules/.cache/turnpike');
  mkdirSync(path, { recursive: true });
  return path;
}

export function makeExecutable(path) {
  const { mode } = statSync(path);
  if ((mode & 0o111) !== 0o111) chmodSync(path, mode | 0o755);
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
