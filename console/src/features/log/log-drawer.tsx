import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { isBalanceChange, useBalanceWords } from './balance-change.ts';
import { logRowQuery } from './log-api.ts';
import { LogDetail } from './log-detail.tsx';

interface LogDrawerProps {
  requestId: string | undefined;
  /** The page in sight; what is not on it is asked for. */
  rows: readonly LogView[];
  isAdmin: boolean;
  onClose: () => void;
}

/** Everything about one row. */
export function LogDrawer({ requestId, rows, isAdmin, onClose }: LogDrawerProps) {
  const { t } = useTranslation('log');
  const known = rows.find((row) => row.request_id === requestId);
  const asked = useQuery({
    ...logRowQuery(requestId ?? '', isAdmin),
    enabled: requestId !== undefined && known === undefined,
  });
  const row = known ?? asked.data;
  const balanceWords = useBalanceWords();
  return (
    <SideDrawer
      isOpen={requestId !== undefined}
      title={row?.model_name || (row && isBalanceChange(row) ? balanceWords(row).name : t('detail'))}
      onClose={onClose}
      footer={
        row ? (
          <CopyButton text={JSON.stringify(row, null, 2)} thing="log_row" label={t('copyJson')} isLabelled />
        ) : null
      }
    >
      {row ? <LogDetail row={row} isAdmin={isAdmin} /> : null}
      {row === undefined && asked.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {row === undefined && asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => asked.refetch()} />
      ) : null}
      {row === null ? (
        <EmptyState kind="missing" title={t('rowMissing')}>
          {t('rowMissingHint')}
        </EmptyState>
      ) : null}
    </SideDrawer>
  );
}
