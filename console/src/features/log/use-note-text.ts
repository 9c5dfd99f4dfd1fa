import { type GatewayNote, type LogView, parseGatewayNote } from '@turnpike/contract';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, useFormats } from '../../ui/text/use-formats.ts';
import { isBalanceChange, useBalanceWords } from './balance-change.ts';
import { budgetNoteWords } from './budget-note-words.ts';
import { keyChangeText } from './key-change-text.ts';

/**
 * Text of a row that is not a call, in one line: a balance before and after, with its reason and author. Notes of the
 * gateway are in the reader's language, others as a person wrote them.
 */
export function useNoteText(): (row: LogView) => string {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const balanceWords = useBalanceWords();
  return useCallback(
    (row) => {
      if (isBalanceChange(row)) {
        const { name, isGift, beforeAfter, why, by } = balanceWords(row);
        // Short where before and after say what happened.
        const about = isGift || beforeAfter === undefined ? name : t('balance');
        return [about, beforeAfter, why, t('byName', { name: by })].filter(Boolean).join(' · ');
      }
      const type = t(`type_${row.type}` as 'type_1');
      const note = parseGatewayNote(row.content);
      if (note === undefined) return [type, row.content].filter(Boolean).join(' · ');
      return `${type} · ${noteWords(note, { t, formats })}`;
    },
    [t, formats, balanceWords],
  );
}

function noteWords(note: GatewayNote, { t, formats }: { t: TFunction<'log'>; formats: Formats }): string {
  switch (note.about) {
    case 'prices':
      return t('notePrices', { added: note.added, changed: note.changed, removed: note.removed });
    case 'cleanUp':
      return t('noteCleanUp', { number: note.count, before: note.before });
    case 'factorReset':
      return t('noteFactorReset', { id: note.actorId });
    case 'channelState': {
      const values = { id: note.channelId, key: note.keyId };
      const what = t(note.keyId === 0 ? `noteChannel_${note.state}` : `noteChannelKey_${note.state}`, values);
      return note.code === '' ? what : `${what} (${note.code})`;
    }
    case 'keyChanged':
      return t('noteKeyChanged', {
        id: note.tokenId,
        by: note.actorId,
        changes: note.changes.map((change) => keyChangeText(change, { t, formats })).join(' · '),
      });
    default:
      return budgetNoteWords(note, { t, formats });
  }
}
