import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { LiveToggle, liveOptions } from '../../ui/action/live-toggle.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { LedgerCheck } from './ledger-check.tsx';
import { isFiltered, logFilter, noFilter } from './log-address.ts';
import { logExportHref, logPageQuery, useRenewLog } from './log-api.ts';
import { useLogColumns } from './log-columns.tsx';
import { LogDrawer } from './log-drawer.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogSum } from './log-sum.tsx';
import { NothingFound } from './nothing-found.tsx';
import { RefusedCalls } from './refused-calls.tsx';
import { RejectedCharges } from './rejected-charges.tsx';

export default function LogPage() {
  const { t } = useTranslation('log');
  const isAdmin = useIsAdmin();
  const [filter, setFilter] = useListFilter('log', logFilter);
  const endsNow = filter.range !== 'custom' || filter.to === undefined;
  const isFirstPage = filter.cursor === undefined;
  const isLive = filter.live === 'on' && endsNow && isFirstPage;
  const rows = useQuery({ ...logPageQuery(filter, isAdmin), ...liveOptions(isLive) });
  const renew = useRenewLog();
  const columns = useLogColumns(isAdmin);

  const open = (row: LogView) =>
    row.request_id !== '' && setFilter({ cursor: filter.cursor, open: row.request_id });
  const close = () => setFilter({ cursor: filter.cursor, open: undefined });

  return (
    <Screen
      title={t('title')}
      purpose={isAdmin ? t('purposeAdmin') : t('purpose')}
      actions={
        <>
          {isAdmin ? <LedgerCheck /> : null}
          <RefusedCalls isAdmin={isAdmin} />
          <LogSum filter={filter} isAdmin={isAdmin} isLive={isLive} />
          {endsNow ? (
            <LiveToggle
              isLive={isLive}
              isDisabled={!isFirstPage}
              onChange={(isOn) => setFilter({ live: isOn ? 'on' : undefined })}
            />
          ) : null}
          <IconButton
            aria-label={t('refresh')}
            title={t('refresh')}
            loading={rows.isRefetching && !isLive}
            onClick={renew}
          >
            <RefreshIcon />
          </IconButton>
        </>
      }
    >
      {isAdmin ? <RejectedCharges /> : null}
      <DataTable<LogView, typeof filter>
        name={isAdmin ? 'log-admin' : 'log'}
        label={t('title')}
        query={rows}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(row) => row.id || `${row.created_at}-${row.request_id}-${row.type}`}
        onRowOpen={open}
        isRowOpen={(row) => row.request_id !== '' && row.request_id === filter.open}
        exportHref={logExportHref(filter, isAdmin)}
        filters={<LogFilters filter={filter} onChange={setFilter} isAdmin={isAdmin} />}
        empty={
          isFiltered(filter, isAdmin) ? (
            <NothingFound
              requestId={filter.request_id}
              isAdmin={isAdmin}
              onClear={() => setFilter(noFilter)}
            />
          ) : (
            <EmptyState
              title={t('empty')}
              action={
                <ButtonLink to="/panel/playground" variant="contained">
                  {t('tryPlayground')}
                </ButtonLink>
              }
            >
              {t('emptyHint')}
            </EmptyState>
          )
        }
      />
      <LogDrawer requestId={filter.open} rows={rows.data?.data ?? []} isAdmin={isAdmin} onClose={close} />
    </Screen>
  );
}
