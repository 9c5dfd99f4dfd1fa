import type { Language } from '@turnpike/contract';
import { loadFile } from '../../api/load-file.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { PickerLanguage } from './picker-language.ts';

const loaders: Record<Language, () => Promise<{ default: PickerLanguage }>> = {
  zh_CN: () => import('./languages/picker-zh_CN.ts'),
  zh_HK: () => import('./languages/picker-zh_HK.ts'),
  en_US: () => import('./languages/picker-en_US.ts'),
  ja_JP: () => import('./languages/picker-ja_JP.ts'),
};
const known = new Map<string, PickerLanguage>();
const loading = new Map<string, Promise<PickerLanguage>>();

/** A language that was loaded before, so a second rendering does not wait. */
export const knownPickerLanguage = (language: string): PickerLanguage | undefined => known.get(language);

/** The same promise for every part that waits for a language while it is drawn. */
export function loadPickerLanguage(language: string): Promise<PickerLanguage> {
  const underWay = loading.get(language) ?? load(language);
  loading.set(language, underWay);
  return underWay;
}

async function load(language: string): Promise<PickerLanguage> {
  try {
    const module = await loadFile(loaders[language as Language]);
    known.set(language, module.default);
    return module.default;
  } catch (error) {
    // Asked again by the next part that needs it.
    loading.delete(language);
    throw error;
  }
}

/** Loads the chosen language next to a picker's code instead of after it. */
export async function withLanguage<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, loadPickerLanguage(i18n.language)]);
  return module;
}
