import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from './watched-page.ts';

const sourceDir = join(import.meta.dirname, '../../console/src');

/** Texts of the console, by `<namespace>:<key>`. */
export class ConsoleTexts {
  readonly #texts = new Map<string, string>();
  readonly #keys = new Set<string>();
  readonly #words = new Set<string>();

  static async load(language: Language): Promise<ConsoleTexts> {
    const texts = new ConsoleTexts();
    for (const file of globSync(`**/locales/${language}.ts`, { cwd: sourceDir })) {
      const namespace = basename(dirname(dirname(file)));
      const module = (await import(pathToFileURL(join(sourceDir, file)).href)) as {
        default: Record<string, string>;
      };
      for (const [key, text] of Object.entries(module.default)) {
        texts.#texts.set(`${namespace}:${key}`, text);
        texts.#keys.add(key).add(`${namespace}:${key}`);
        texts.#words.add(text);
      }
    }
    return texts;
  }

  /** Whether this is the name of a text, which no reader should see, and no word of the language itself. */
  isKey(shown: string): boolean {
    return this.#keys.has(shown) && !this.#words.has(shown);
  }

  /** @throws when there is no such text */
  of(key: string, values: Record<string, string> = {}): string {
    const text = this.#texts.get(key);
    if (text === undefined) throw new Error(`The console has no text ${key}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  }
}
