/** Builds the console when its sources differ from those of the last build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheDir, PreparationError, readIfThere, rootDir, say } from './preparation.mjs';

const sources = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'console/screen-chunks.ts',
  'console/package.json',
  'console/tsconfig.json',
  'contract/src',
  'package.json',
  'package-lock.json',
];

export async function buildConsole(nodePath, dir = rootDir) {
  const stamp = sourceStamp(dir, sources);
  const stampFile = join(cacheDir(dir), 'console-build');
  if (existsSync(join(dir, 'console/dist/index.html')) && readIfThere(stampFile) === stamp) return;

  say('Building the console (some seconds).');
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
