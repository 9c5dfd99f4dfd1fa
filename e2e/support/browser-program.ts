import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

const require = createRequire(import.meta.url);
const packageDir = join(dirname(require.resolve('@sparticuz/chromium')), '..');
const cacheDir = join(import.meta.dirname, '../../node_modules/.cache/turnpike/chromium');

export interface BrowserProgram {
  path: string;
  /** Folder of libraries that a bare machine lacks; undefined when the program runs without. */
  libraryDir: string | undefined;
}

/** The machine's own Chromium or Chrome, else the one from npm, unpacked once. */
export async function findBrowserProgram(): Promise<BrowserProgram> {
  const own = findOnPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']);
  if (own !== undefined) return { path: own, libraryDir: undefined };

  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The browser tests need a Chromium or Chrome on the PATH: npm brings one for linux-x64 only, not for ${process.platform}-${process.arch}.`,
    );
  }
  const path = await unpackOnce('chromium', (target) =>
    pipeline(
      createReadStream(join(packageDir, 'bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(target, { mode: 0o755 }),
    ),
  );
  if (runs(path)) return { path, libraryDir: undefined };

  const libraries = await unpackOnce('libraries', async (target) => {
    mkdirSync(target);
    const archive = brotliDecompressSync(readFileSync(join(packageDir, 'bin/al2023.tar.br')));
    const { status } = spawnSync('tar', ['-xf', '-'], { cwd: target, input: archive });
    if (status !== 0)
      throw new Error('The libraries of the packaged Chromium could not be unpacked with tar.');
  });
  return { path, libraryDir: join(libraries, 'lib') };
}

function findOnPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const macApps = ['Google Chrome', 'Chromium'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  );
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApps].find(
    (path) => existsSync(path) && runs(path),
  );
}

/** A name on the PATH may be a stand-in that only says how to install the program. */
function runs(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

/** Unpacks next to and renames, so that a half-written file is never taken for a whole one. */
async function unpackOnce(name: string, unpack: (target: string) => Promise<void>): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(cacheDir, `${name}-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(cacheDir, { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  await unpack(unfinished);
  try {
    renameSync(unfinished, target);
  } catch (error) {
    // Somebody else was quicker.
    if (!existsSync(target)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return target;
}
