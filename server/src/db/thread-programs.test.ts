import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Every module of a program is loaded before its first line runs; that line fails here, outside of a thread. */
function loadedModules(program: string): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import(${JSON.stringify(pathToFileURL(program).href)}).catch(() => {});
    console.log(JSON.stringify(urls));
    process.exit();`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[];
}

// The contract's calls and zod take up to ten megabytes in each thread that loads them.
it.each(globSync('src/**/*-worker.ts', { cwd: root }))('%s loads no calls of the contract', (program) => {
  const modules = loadedModules(join(root, program));

  expect(modules.length).toBeGreaterThan(1);
  expect(modules.filter((url) => url.includes('/node_modules/zod/'))).toEqual([]);
});
