import type { StatementEntry } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { BalanceBeforeAfter } from './balance-before-after.tsx';
import { useEntryWords } from './entry-words.ts';
import { callsAddress } from './statement-links.ts';
import type { StatementOwner } from './statement-owner.ts';

/** Calls end, and are written, within this before their entry; an outage of the database makes it longer. */
const WRITTEN_WITHIN_SECONDS = 60;

const isOfCalls = ({ kind }: StatementEntry): boolean => kind === 'consumption';

export function useEntryColumns({ username }: StatementOwner): DataTableColumn<StatementEntry>[] {
  const { t } = useTranslation('statement');
  const wordsOf = useEntryWords();
  return useMemo(
    () => [
      {
        field: 'created_at',
        header: t('time'),
        cell: (row) => <TimeText epochSeconds={row.created_at} />,
      },
      {
        field: 'kind',
        header: t('what'),
        maxWidth: 280,
        cell: (row) => {
          const { kind, reference } = wordsOf(row);
          if (!isOfCalls(row)) return [kind, reference].filter(Boolean).join(' · ');
          const { created_at: to } = row;
          return (
            <TextLink to={callsAddress({ from: to - WRITTEN_WITHIN_SECONDS, to, username })}>
              {reference || kind}
            </TextLink>
          );
        },
      },
      {
        field: 'delta',
        header: t('change'),
        align: 'right',
        cell: (row) => <QuotaText points={row.delta} isPrecise={isOfCalls(row)} isSigned />,
      },
      {
        id: 'balance',
        header: t('beforeAfter'),
        align: 'right',
        importance: 'high',
        cell: (row) => <BalanceBeforeAfter {...row} isPrecise={isOfCalls(row)} />,
      },
      {
        field: 'by',
        header: t('who'),
        maxWidth: 160,
        importance: 'medium',
        cell: (row) => wordsOf(row).who,
      },
      { field: 'note', header: t('why'), maxWidth: 320, importance: 'medium' },
    ],
    [t, wordsOf, username],
  );
}
