import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OptionKey, type OptionRule, optionCatalogue, optionSections } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const STATUS = 'server/src/modules/site/site-status.ts';

/** Every read in the server goes through one of these three. */
const READ = /\boptions\.(?:text|number|flag)\(\s*'(\w+)'/g;
/** A member of the public status; it has an effect only if the console reads it. */
const TOLD = /^ {4}(\w+): .*\boptions\.(?:text|number|flag)\(\s*'(\w+)'/gm;

const sourcesOf = (folder: string): { path: string; text: string }[] =>
  globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/kit-samples\/|test-screen/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Options whose value changes what the server or the console does. */
function readOptions(): Set<string> {
  const server = sourcesOf('server');
  const read = server
    .filter(({ path }) => path !== STATUS)
    .flatMap(({ text }) => [...text.matchAll(READ)].map(([, key]) => key));
  const console = sourcesOf('console').filter(({ text }) => text.includes('siteStatusQuery'));
  const told = server.find(({ path }) => path === STATUS)?.text.matchAll(TOLD) ?? [];
  const shown = [...told]
    .filter(([, member]) => console.some(({ text }) => new RegExp(`\\.${member}\\b`).test(text)))
    .map(([, , key]) => key);
  return new Set([...read, ...shown].filter((key) => key !== undefined));
}

describe('the catalogue of options', () => {
  const read = readOptions();
  const keys = Object.keys(optionCatalogue) as OptionKey[];
  const awaits = (key: OptionKey) => (optionCatalogue[key] as OptionRule).awaits === true;

  it('marks every option that no code reads', () => {
    expect(keys.filter((key) => !read.has(key) && !awaits(key))).toEqual([]);
  });

  it('marks no option that code reads', () => {
    expect(keys.filter((key) => read.has(key) && awaits(key))).toEqual([]);
  });

  it('is shown in the settings but for what has no effect yet, and the fixed worth of a point', () => {
    const shown = optionSections.flatMap(({ options }) => options.map(({ key }) => key));
    expect(shown.toSorted()).toEqual(keys.filter((key) => !awaits(key) && key !== 'QuotaPerUnit').toSorted());
  });

  it('is read by key in one way only, so that the readers are found', () => {
    const others = sourcesOf('server').flatMap(({ path, text }) =>
      [...text.matchAll(/\boptions\.(?:text|number|flag)\((?!\s*'\w+')/g)].map(() => path),
    );
    expect(others).toEqual([]);
    // The readers that everybody knows are among those found.
    expect([...read]).toEqual(expect.arrayContaining(['Notice', 'RetryTimes', 'SystemName', 'ChatLinks']));
  });
});
