import type { StatementDay } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { BalanceBeforeAfter } from './balance-before-after.tsx';
import { callsAddress, entriesAddress } from './statement-links.ts';
import type { StatementOwner } from './statement-owner.ts';

export function useDayColumns({ userId, username }: StatementOwner): DataTableColumn<StatementDay>[] {
  const { t } = useTranslation('statement');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        field: 'day',
        header: t('day', { zone: readerTimeZone() }),
        cell: ({ day, from, to }) => (
          <TextLink to={entriesAddress({ from, to, userId })}>{formats.day(day)}</TextLink>
        ),
      },
      {
        field: 'consumption',
        header: t('kind_consumption'),
        align: 'right',
        cell: ({ consumption, from, to }) =>
          consumption === 0 ? null : (
            <TextLink to={callsAddress({ from, to, username })}>
              <QuotaText points={consumption} />
            </TextLink>
          ),
      },
      {
        field: 'other',
        header: t('other'),
        align: 'right',
        cell: ({ other, from, to }) =>
          other === 0 ? null : (
            <TextLink to={entriesAddress({ from, to, userId, kind: 'other' })}>
              <QuotaText points={other} isSigned />
            </TextLink>
          ),
      },
      {
        id: 'change',
        header: t('change'),
        align: 'right',
        importance: 'low',
        cell: ({ before, after }) => <QuotaText points={after - before} isSigned />,
      },
      {
        id: 'balance',
        header: t('beforeAfter'),
        align: 'right',
        cell: (row) => <BalanceBeforeAfter {...row} />,
      },
    ],
    [t, formats, userId, username],
  );
}
