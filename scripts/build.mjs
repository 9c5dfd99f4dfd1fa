/** `npm run build`: builds the console and the server, each when its sources differ from those of the last build. */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir, PreparationError, readIfThere, rootDir, runMain, say } from './preparation.mjs';
import { prepare } from './prepare.mjs';

const sharedSources = ['contract/src', 'contract/package.json', 'package.json', 'package-lock.json'];
const consoleSources = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'console/screen-chunks.ts',
  'console/package.json',
  'console/tsconfig.json',
  ...sharedSources,
];
const serverSources = [
  'server/src',
  'server/rolldown.config.mjs',
  'server/package.json',
  'tsconfig.json',
  ...sharedSources,
];

/** The programs of the newest build, from the root of the repository. */
export const serverProgram = 'server/dist/current/main.js';
export const cliProgram = 'server/dist/current/cli.js';

/** A younger folder may be a build that another process is about to use. */
const SETTLED_MS = 60_000;
/** Compiled code of a build that is still used is made again after this time. */
const CODE_MS = 7 * 24 * 3_600_000;

export function buildConsole(nodePath, dir = rootDir) {
  const stamp = sourceStamp(dir, consoleSources);
  const stampFile = join(cacheDir(dir), 'console-build');
  if (existsSync(join(dir, 'console/dist/index.html')) && readIfThere(stampFile) === stamp) return;

  const vite = join(dir, 'node_modules/vite/bin/vite.js');
  say('Building the console (some seconds).');
  run(nodePath, [vite, 'build', '--logLevel', 'warn'], { cwd: join(dir, 'console'), name: 'console' });
  writeFileSync(stampFile, stamp);
}

/**
 * Each build has a folder of its own, and `current` leads to the newest. A gateway that runs from the build before may
 * still load a part of it, so that one stays. Builds at the same time do not disturb each other.
 * @param {(draft: string) => void} [bundle] writes the build into an empty folder; a test gives its own
 */
export function buildServer(nodePath, dir = rootDir, bundle = rolldown(nodePath, dir)) {
  const dist = join(dir, 'server/dist');
  const name = sourceStamp(dir, serverSources).slice(0, 12);
  const isThere = existsSync(join(dist, name, 'main.js'));
  const before = linkedBuild(dist);
  if (isThere && before === name) return;

  if (isThere) {
    // Not removed by a build at the same time.
    utimesSync(join(dist, name), new Date(), new Date());
  } else {
    const draft = draftIn(dist);
    try {
      mkdirSync(draft, { recursive: true });
      bundle(draft);
      moveUnlessThere(draft, join(dist, name));
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  linkBuild(dist, name);
  removeOldBuilds(dist, [name, before]);
  removeOldCode(dir);
}

/** Vitest calls it before its first test of the built product, so that single files test the present sources. */
export const setup = () => buildServer(process.execPath);

const rolldown = (nodePath, dir) => (draft) => {
  say('Building the server (some seconds).');
  const program = join(dir, 'node_modules/rolldown/bin/cli.mjs');
  const config = join(dir, 'server/rolldown.config.mjs');
  run(nodePath, [program, '-c', config, '-d', draft], {
    cwd: dir,
    name: 'server',
    // The list of all written files; errors have the other output.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

function run(nodePath, args, { cwd, name, stdio = 'inherit' }) {
  const { status } = spawnSync(nodePath, args, { cwd, stdio });
  if (status !== 0) throw new PreparationError(`The ${name} could not be built; the reason is above.`);
}

/** A name that no other build uses. */
const draftIn = (dist) => join(dist, `.draft-${randomUUID()}`);

/** @returns {string | undefined} name of the build that `current` leads to */
function linkedBuild(dist) {
  try {
    return readlinkSync(join(dist, 'current'));
  } catch {
    return undefined;
  }
}

/** A build of the same sources may have ended first. */
function moveUnlessThere(draft, path) {
  try {
    renameSync(draft, path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

/** A rename replaces the link at once: there is never none. */
function linkBuild(dist, name) {
  const draft = draftIn(dist);
  symlinkSync(name, draft);
  renameSync(draft, join(dist, 'current'));
}

/** @param {(string | undefined)[]} kept names */
function removeOldBuilds(dist, kept) {
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    if (entry.isDirectory() && !kept.includes(entry.name)) removeIfOld(dist, entry.name);
  }
}

function removeIfOld(dist, name) {
  const gone = draftIn(dist);
  try {
    if (Date.now() - statSync(join(dist, name)).mtimeMs < SETTLED_MS) return;
    // Moved first, so that no build with missing parts is left.
    renameSync(join(dist, name), gone);
  } catch (error) {
    // Another process removes it.
    if (error.code !== 'ENOENT') throw error;
  }
  rmSync(gone, { recursive: true, force: true });
}

/** The runtime keeps compiled code by the path of its script, and each build has paths of its own. */
function removeOldCode(dir) {
  for (const file of filesUnder(join(cacheDir(dir), 'compiled'))) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > CODE_MS) rmSync(file, { force: true });
  }
}

/** Hash of names and contents; tests are left out because they are not built. */
function sourceStamp(dir, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(join(dir, path)))) {
    if (/\.test\.\w+$/.test(file)) continue;
    hash.update(relative(dir, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = join(path, entry.name);
      return entry.isDirectory() ? filesUnder(full) : [full];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const { nodePath } = await prepare();
    buildConsole(nodePath);
    buildServer(nodePath);
  });
}
