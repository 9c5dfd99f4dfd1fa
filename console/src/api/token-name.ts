import { PLAYGROUND_TOKEN } from '@turnpike/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** A key's name as its reader knows it. */
export function useTokenName(): (name: string) => string {
  const { t } = useTranslation('ui');
  return useCallback((name) => (name === PLAYGROUND_TOKEN ? t('playgroundToken') : name), [t]);
}
