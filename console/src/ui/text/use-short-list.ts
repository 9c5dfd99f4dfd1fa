import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Names that are written out; the others are counted. */
const NAMED = 8;

/** Writes the first names of a list that may have hundreds: "a, b and 115 more". */
export function useShortList(): (names: readonly string[]) => string {
  const { t } = useTranslation('ui');
  return useCallback(
    (names) => {
      const written = names.slice(0, NAMED).join(', ');
      const count = names.length - NAMED;
      return count > 0 ? t('andMore', { names: written, count }) : written;
    },
    [t],
  );
}
