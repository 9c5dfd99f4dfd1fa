import { parseGatewayNote } from '@turnpike/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a row that is no call says: the gateway's own notes in the reader's language, others as a person wrote them. */
export function useNoteText(): (content: string) => string {
  const { t } = useTranslation('log');
  return useCallback(
    (content) => {
      const note = parseGatewayNote(content);
      if (note === undefined) return content;
      return note.about === 'prices'
        ? t('notePrices', { added: note.added, changed: note.changed, removed: note.removed })
        : t('noteCleanUp', { number: note.count, before: note.before });
    },
    [t],
  );
}
