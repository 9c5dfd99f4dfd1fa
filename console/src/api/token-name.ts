import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The server's name for the key behind the playground. */
const PLAYGROUND = 'sys_playground';

/** A key's name as its reader knows it. */
export function useTokenName(): (name: string) => string {
  const { t } = useTranslation('shell');
  return useCallback((name) => (name === PLAYGROUND ? t('playground') : name), [t]);
}
