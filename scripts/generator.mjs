/** Shared by the generators: names, and files that are new or changed at one marked place. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PreparationError } from './preparation.mjs';

/** @returns {{ kebab: string, camel: string, pascal: string, snake: string, words: string }} spellings of a name */
export function spellings(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new PreparationError(`"${name}" is not a name in kebab-case, such as "user-group".`);
  }
  const parts = name.split('-');
  const pascal = parts.map((part) => part[0].toUpperCase() + part.slice(1)).join('');
  return {
    kebab: name,
    camel: pascal[0].toLowerCase() + pascal.slice(1),
    pascal,
    snake: parts.join('_'),
    words: parts.join(' '),
  };
}

/** A file that must not be there yet. */
export function newFile(dir, path, text) {
  if (existsSync(join(dir, path))) throw new PreparationError(`${path} is there already.`);
  return { path, text };
}

/**
 * A file of the repository with lines put in.
 * @param {Array<[RegExp, (match: string) => string]>} edits each pattern must occur exactly once
 */
export function editedFile(dir, path, edits) {
  let text = readFileSync(join(dir, path), 'utf8');
  for (const [pattern, replace] of edits) {
    const matches = text.match(new RegExp(pattern, `${pattern.flags}g`)) ?? [];
    if (matches.length !== 1) {
      throw new PreparationError(
        `The generator no longer fits ${path}: it finds ${matches.length} times ${pattern}.`,
      );
    }
    text = text.replace(pattern, replace);
  }
  return { path, text };
}

/** @returns {string[]} the paths written */
export function writePlan(dir, files) {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return files.map(({ path }) => path);
}
