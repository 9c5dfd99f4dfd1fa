import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const rootDir = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(rootDir, path), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('{docs,changes}/**/*.md', { cwd: rootDir }),
];

describe('the documents', () => {
  it('name every setting in the guide, and none that does not exist', () => {
    const known = read('server/src/settings/settings.ts').match(
      /\b(PORT|HOST|DATABASE_URL|REDIS_URL|TURNPIKE_\w+)\b/g,
    );
    const listed = [...read('docs/guides/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, name]) => name,
    );

    expect([...listed].sort()).toEqual([...new Set(known)].sort());
  });

  it('give a reason for every direct dependency, once', () => {
    const text = read('docs/decisions/0001-foundations.md');
    const named = [...text.matchAll(/`(@?[a-z][a-z0-9./-]*)`/g)].map(([, name]) => name);
    const manifests = ['.', 'contract', 'server', 'console', 'e2e'].map((folder) =>
      JSON.parse(read(join(folder, 'package.json'))),
    );
    const used = new Set(
      manifests.flatMap((manifest) =>
        Object.keys({
          ...manifest.dependencies,
          ...manifest.devDependencies,
          ...manifest.optionalDependencies,
        }),
      ),
    );

    for (const name of used) expect([name, named.filter((one) => one === name).length]).toEqual([name, 1]);
  });

  it.each(pages)('%s links to pages that are there', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, target]) => target);
    const local = links.filter((target) => !/^[a-z]+:/.test(target));

    expect(local.filter((target) => !existsSync(join(rootDir, dirname(page), target)))).toEqual([]);
  });

  it('show code folders in the map that are there', () => {
    const paths = [...read('CONTRIBUTING.md').matchAll(/`((?:contract|server|console|docs)\/[^`<]*)`/g)];

    expect(paths.map(([, path]) => path).filter((path) => !existsSync(join(rootDir, path)))).toEqual([]);
  });
});
