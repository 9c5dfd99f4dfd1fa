/**
 * Every `locales` folder has the same keys in all four languages, with no empty text and the same placeholders. Every
 * text of the console is shown somewhere, and none is in another language. Runs on the pinned Node, which reads the `.ts` files as they are.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCopiedTexts, findUnusedTexts, namespaceOf, ownCharacters } from './locale-words.mjs';
import { rootDir } from './preparation.mjs';

const languages = ['zh_CN', 'zh_HK', 'en_US', 'ja_JP'];

/**
 * @param {string} dir root of the repository
 * @returns {Promise<{ problems: string[], folders: number, keys: number }>}
 */
export async function findLocaleProblems(dir) {
  const folders = ['console/src', 'contract/src', 'server/src'].flatMap((path) =>
    localeFolders(join(dir, path)),
  );
  const problems = [];
  let keys = 0;
  for (const folder of folders) {
    const texts = await readFolder(folder);
    const name = relative(dir, folder);
    problems.push(...compareLanguages(texts).map((problem) => `${name}: ${problem}`));
    keys += texts.zh_CN?.size ?? 0;
  }
  return { problems, folders: folders.length, keys };
}

/** @param {Partial<Record<string, Map<string, unknown>>>} texts by language, then by dotted key */
export function compareLanguages(texts) {
  const problems = [];
  const allKeys = new Set(languages.flatMap((language) => [...(texts[language]?.keys() ?? [])]));
  for (const language of languages) {
    const own = texts[language];
    if (own === undefined) {
      problems.push(`${language} is missing`);
      continue;
    }
    for (const key of allKeys) {
      if (!own.has(key)) problems.push(`${language} lacks "${key}"`);
      else if (typeof own.get(key) !== 'string') problems.push(`${language} "${key}" is not a text`);
      else if (own.get(key).trim() === '') problems.push(`${language} "${key}" is empty`);
      else if (placeholders(own.get(key)) !== placeholders(texts.zh_CN?.get(key))) {
        problems.push(`${language} "${key}" has other placeholders than zh_CN`);
      }
    }
  }
  return problems;
}

/** Keys of nested texts joined by dots. */
export function flatten(value, prefix = '') {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null
      ? flatten(inner, `${prefix}${key}.`)
      : [[`${prefix}${key}`, inner]],
  );
}

function placeholders(text) {
  if (typeof text !== 'string') return '';
  const names = [...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}|<(\/?\w+)\s*\/?>/g)].map(
    (match) => match[1] ?? match[2],
  );
  return [...new Set(names)].sort().join(' ');
}

function localeFolders(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => {
      const full = join(path, entry.name);
      return entry.name === 'locales' ? [full] : localeFolders(full);
    });
}

async function readFolder(folder) {
  const texts = {};
  for (const language of languages) {
    const file = ['.ts', '.json'].map((ending) => join(folder, language + ending)).find(existsSync);
    if (file === undefined) continue;
    const options = file.endsWith('.json') ? { with: { type: 'json' } } : undefined;
    const loaded = await import(pathToFileURL(file).href, options);
    const value = loaded.default ?? Object.values(loaded).find((one) => typeof one === 'object');
    texts[language] = new Map(flatten(value ?? {}));
  }
  return texts;
}

/** @returns {Promise<string[]>} texts that are not shown, or not in their language */
export async function findWordProblems(dir) {
  const folders = localeFolders(join(dir, 'console/src'));
  const read = await Promise.all(
    folders.map(async (folder) => ({ name: relative(dir, folder), texts: await readFolder(folder) })),
  );
  const hongKong = ownCharacters(read.map(({ texts }) => texts));
  const namespaces = read.map(({ name, texts }) => ({
    ...namespaceOf(name),
    keys: texts.zh_CN?.keys() ?? [],
  }));
  return [
    ...read.flatMap(({ name, texts }) =>
      findCopiedTexts(texts, hongKong).map((problem) => `${name}: ${problem}`),
    ),
    ...findUnusedTexts(dir, namespaces),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const { problems, folders, keys } = await findLocaleProblems(rootDir);
  problems.push(...(await findWordProblems(rootDir)));
  for (const problem of problems) console.log(problem);
  console.log(`${folders} folders, ${keys} keys, ${languages.length} languages, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
