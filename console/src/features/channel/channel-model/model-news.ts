import type { ChannelView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';

export type ModelNewsOf = Pick<ChannelView, 'models_added' | 'models_missing'>;

const MAX_NAMED = 10;
export const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED ? `${names.slice(0, MAX_NAMED).join(', ')}, …` : names.join(', ');

/** Texts about models that the provider has listed or dropped since the last dismissal; may be empty. */
export function useNewsTexts({ models_added: added, models_missing: missing }: ModelNewsOf): string[] {
  const { t } = useTranslation('channel');
  return [
    added.length > 0 ? t('newsAdded', { models: listed(added) }) : '',
    missing.length > 0 ? t('newsMissing', { models: listed(missing) }) : '',
  ].filter((text) => text !== '');
}
