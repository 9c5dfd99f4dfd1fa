import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const prices = /^prices \(\w+\): \+(\d+) ±(\d+) −(\d+)$/;
const cleanUp = /^calls \(delete\): −(\d+) < (.+)$/;

/** What a row that is no call says: the gateway's own notes in the reader's language, others as a person wrote them. */
export function useNoteText(): (content: string) => string {
  const { t } = useTranslation('log');
  return useCallback(
    (content) => {
      const [, added, changed, removed] = prices.exec(content) ?? [];
      if (added !== undefined) return t('notePrices', { added, changed, removed });
      const [, count, before] = cleanUp.exec(content) ?? [];
      return count === undefined ? content : t('noteCleanUp', { number: count, before });
    },
    [t],
  );
}
