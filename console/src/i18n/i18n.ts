import type { Language } from '@turnpike/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadFile } from '../api/load-file.ts';
import { toTag, writeStoredLanguage } from './languages.ts';

type Texts = Record<string, string>;

/**
 * Texts lie next to what shows them: `<folder>/locales/<language>.ts`, and the folder's name is the namespace.
 * Each file is a chunk of its own, so only the chosen language of the opened screens is loaded.
 */
const files = import.meta.glob<Texts>(
  ['../**/locales/*.ts', '!../api/locales/*', '!../shell/locales/*', '!../ui/locales/*'],
  { import: 'default' },
);

const sharedFiles = import.meta.glob<Record<(typeof shared)[number], Texts>>('./shared-texts/*.ts');

const loaders = new Map(
  Object.entries(files).map(([path, load]) => {
    const [, namespace, language] = /([^/]+)\/locales\/([^/]+)\.ts$/.exec(path) ?? [];
    return [`${language}/${namespace}`, load];
  }),
);

/** Namespaces that every screen needs; one file for each language has them all. */
const shared = ['ui', 'api', 'shell'] as const;

for (const [path, load] of Object.entries(sharedFiles)) {
  const [, language] = /([^/]+)\.ts$/.exec(path) ?? [];
  for (const namespace of shared) {
    loaders.set(`${language}/${namespace}`, async () => (await load())[namespace]);
  }
}

export async function startI18n(language: Language): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = toTag(tag);
  });
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend',
      read: (tag: string, namespace: string, done: (error: Error | null, texts: object | false) => void) => {
        const load = loaders.get(`${tag}/${namespace}`);
        if (load === undefined) return done(new Error(`no texts for ${tag}/${namespace}`), false);
        loadFile(load).then(
          (texts) => done(null, texts),
          (error: Error) => done(error, false),
        );
      },
    })
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      ns: [...shared],
      defaultNS: 'ui',
      keySeparator: false,
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: true },
    });
}

/** Loads a screen's texts while its code is loading. */
export const loadTexts = (namespace: string): Promise<void> => i18next.loadNamespaces(namespace);

export async function chooseLanguage(language: Language): Promise<void> {
  writeStoredLanguage(language);
  await i18next.changeLanguage(language);
}

export { i18next as i18n };
