import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import { StatusDot } from '../../ui/text/status-dot.tsx';

type Search = NonNullable<NonNullable<LogView['metadata']>['search']>;

/** Result of the search before a call of `model#search`. */
export function SearchEnd({ search: { state, results = 0, error_code = '' } }: { search: Search }) {
  const { t } = useTranslation('log');
  if (state === 'used') return t('searchUsed', { count: results });
  if (state === 'unused') return t('searchUnused');
  return <StatusDot tone="look">{t('searchFailed', { why: codeText(error_code) })}</StatusDot>;
}
