import type { Language } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type { Title } from './feature.ts';

/** Gives a title in the reader's language. */
export function useTitleText(): (title: Title) => string {
  const { i18n } = useTranslation();
  return (title) => title[i18n.language as Language];
}
