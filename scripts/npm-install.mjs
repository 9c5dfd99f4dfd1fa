/** Installs what package-lock.json asks for, when it is not there yet. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { nodePackage, programOf, runs } from './pinned-node.mjs';
import { PreparationError, platformName, readIfThere, say } from './preparation.mjs';

// Not `npm ci`: it refuses a lock file that does not list the optional packages of every platform.
// The installed packages are compared with the lock file afterwards, so the result is as exact.
const installArguments = [
  'install',
  ...['--no-save', '--ignore-scripts', '--include=dev', '--include=optional'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
];

export async function installDependencies(dir) {
  const stamp = installStamp(dir);
  const stampFile = join(dir, 'node_modules/.turnpike-stamp');
  if (readIfThere(stampFile) === stamp) return;

  if (missingPackages(dir).length > 0) {
    say('Installing dependencies as package-lock.json pins them (about 1 GB on disk; one to three minutes).');
    const newerNode = isTooOldForNpmPackages(process.versions.node) ? await bringPinnedNode(dir) : undefined;
    try {
      await withProgress(dir, runNpm(dir, newerNode?.path));
    } finally {
      newerNode?.remove();
    }
    const missing = missingPackages(dir);
    if (missing.length > 0) {
      throw new PreparationError(
        `npm ended well, but did not install ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''} ` +
          'as package-lock.json asks. Delete node_modules and start again.',
      );
    }
  }
  writeFileSync(stampFile, stamp);
}

/** Changes with the lock file and with the platform, because packages differ by platform. */
export function installStamp(dir) {
  return createHash('sha256').update(platformName).update(readLock(dir)).digest('hex');
}

/**
 * Compares the lock file with npm's own record of what it installed last.
 * @returns {string[]} names with the version that is wanted
 */
export function missingPackages(dir) {
  const record = readIfThere(join(dir, 'node_modules/.package-lock.json'));
  const installed = record === undefined ? {} : JSON.parse(record).packages;

  return Object.entries(JSON.parse(readLock(dir)).packages)
    .filter(([path, wanted]) => {
      if (!path.startsWith('node_modules/') || wanted.link) return false;
      const found = installed[path];
      if (found === undefined) return !wanted.optional || isMadeForThisMachine(wanted);
      return found.version !== wanted.version || found.integrity !== wanted.integrity;
    })
    .map(([path, wanted]) => `${path.slice('node_modules/'.length)}@${wanted.version}`);
}

function readLock(dir) {
  const text = readIfThere(join(dir, 'package-lock.json'));
  if (text !== undefined) return text;
  throw new PreparationError(
    `There is no package-lock.json in ${dir}: this is not a whole copy of Turnpike.`,
  );
}

/** Optional packages are programs for single platforms; those for others stay away. */
function isMadeForThisMachine({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false;
  const ownLibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return (
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch) &&
    (libc === undefined || [libc].flat().includes(ownLibc))
  );
}

/** npm leaves out optional packages that do not name the running Node; some are not optional for us. */
export function isTooOldForNpmPackages(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12);
}

/**
 * Installs nothing but the pinned Node, in a folder of its own, so that npm can run on it.
 * @returns {Promise<{ path: string, remove: () => void } | undefined>} undefined where that cannot be
 */
async function bringPinnedNode(dir) {
  if (nodePackage === undefined || findNpmProgram() === undefined) return undefined;
  const entry = JSON.parse(readLock(dir)).packages[`node_modules/${nodePackage}`];
  const own = { private: true, dependencies: { [nodePackage]: entry.version } };
  const packages = { '': own, [`node_modules/${nodePackage}`]: entry };

  const folder = mkdtempSync(join(tmpdir(), 'turnpike-node-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  copyFileSync(join(dir, '.npmrc'), join(folder, '.npmrc'));
  try {
    say(
      `Node ${process.versions.node} is too old for npm to pick all packages: Node ${entry.version} comes first.`,
    );
    await runNpm(folder);
    const path = programOf(folder);
    if (runs(path)) return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
  remove();
  return undefined;
}

const PROGRESS_MS = 15_000;

/** Says from time to time how long npm has been at work, which itself says nothing. */
async function withProgress(dir, work) {
  const begun = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    say(`Installing: ${packageFolders(dir)} package folders after ${seconds} s.`);
  }, PROGRESS_MS);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
}

function packageFolders(dir) {
  const modules = join(dir, 'node_modules');
  return existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith('.')).length : 0;
}

function runNpm(dir, nodePath) {
  const [command, firstArguments] = npmCommand(nodePath);
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...firstArguments, ...installArguments], {
      cwd: dir,
      env: { ...process.env, PATH: outerPath().join(delimiter) },
      stdio: 'inherit',
    });
    child.once('error', () => reject(new PreparationError(noNpm)));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new PreparationError(npmFailed(code)))));
  });
}

const noNpm = 'npm was not found. Install Node.js 18 or newer together with npm, then start again.';
const npmFailed = (code) =>
  `npm could not install the dependencies (exit code ${code}); its own words are above. ` +
  'Mostly the package registry could not be reached: check the network and start again.';

/** The npm that started us, on the Node that it runs on unless another is given; else the one on the PATH. */
function npmCommand(nodePath) {
  const program = findNpmProgram();
  const runningNode = process.env.npm_node_execpath;
  const node = nodePath ?? (runningNode && existsSync(runningNode) ? runningNode : undefined);
  return program !== undefined && node !== undefined ? [node, [program]] : ['npm', []];
}

/** @returns {string | undefined} npm's own JavaScript file */
function findNpmProgram() {
  const candidates = [process.env.npm_execpath, ...outerPath().map((folder) => join(folder, 'npm'))];
  return candidates
    .filter((path) => path && existsSync(path))
    .map((path) => realpathSync(path))
    .find((path) => path.endsWith('npm-cli.js'));
}

/** npm replaces node_modules, so no program of it may be in use by npm itself. */
function outerPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !part.endsWith(join('node_modules', '.bin')));
}
