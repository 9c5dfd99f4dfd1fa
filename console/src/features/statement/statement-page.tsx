import { useQuery } from '@tanstack/react-query';
import type { StatementDay, StatementEntry } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { useSelf } from '../../api/self.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useDayColumns } from './day-columns.tsx';
import { useEntryColumns } from './entry-columns.tsx';
import {
  statementDaysQuery,
  statementExportHref,
  statementFilter,
  statementOwnerQuery,
  statementQuery,
} from './statement-api.ts';
import { isFiltered, noFilter, StatementFilters } from './statement-filters.tsx';
import { StatementSummary } from './statement-summary.tsx';

/** Where a balance went, by day or entry by entry; administrators see anybody's by `?user=`. */
export default function StatementPage() {
  const { t } = useTranslation('statement');
  const isAdmin = useIsAdmin();
  const [filter, setFilter] = useListFilter('statement', statementFilter);
  const userId = isAdmin ? filter.user : undefined;
  const owner = useQuery({ ...statementOwnerQuery(userId ?? 0), enabled: userId !== undefined }).data;
  const name = userId === undefined ? undefined : (owner?.username ?? `#${userId}`);
  const self = useSelf();
  // An administrator's own calls stand among everybody's in the log.
  const username = name ?? (isAdmin ? self?.username : undefined);
  const isByDay = filter.view === 'days';
  const days = useQuery({ ...statementDaysQuery(filter, userId), enabled: isByDay });
  const entries = useQuery({ ...statementQuery(filter, userId), enabled: !isByDay });
  const dayColumns = useDayColumns({ userId, username });
  const entryColumns = useEntryColumns({ userId, username });
  const title = name === undefined ? t('title') : t('titleOf', { name });
  const shared = {
    label: title,
    filter,
    onFilterChange: setFilter,
    filters: <StatementFilters filter={filter} onChange={setFilter} />,
    exportHref: statementExportHref(filter, userId),
    empty: isFiltered(filter) ? (
      <EmptyState kind="unmatched" title={t('nothingFound')} onClear={() => setFilter(noFilter)}>
        {t('nothingFoundHint')}
      </EmptyState>
    ) : (
      <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
    ),
  };

  return (
    <Screen title={title} purpose={t('purpose')}>
      {isByDay ? <StatementSummary filter={filter} owner={{ userId, username }} /> : null}
      {isByDay ? (
        <DataTable<StatementDay, typeof filter>
          name="statement-days"
          query={days}
          columns={dayColumns}
          rowKey={(row) => row.to}
          {...shared}
        />
      ) : (
        <DataTable<StatementEntry, typeof filter>
          name="statement"
          query={entries}
          columns={entryColumns}
          rowKey={(row) => row.id}
          {...shared}
        />
      )}
    </Screen>
  );
}
