import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { refusedCallQuery } from './log-api.ts';
import { RefusedCall } from './refused-calls.tsx';

interface NothingFoundProps {
  /** That the log was searched for. */
  requestId: string | undefined;
  isAdmin: boolean;
  onClear: () => void;
}

/** Why the log has nothing: a call that was refused before it reached a channel has no row there. */
export function NothingFound({ requestId, isAdmin, onClear }: NothingFoundProps) {
  const { t } = useTranslation('log');
  const query = refusedCallQuery(requestId ?? '', isAdmin);
  const refused = useQuery({ ...query, enabled: requestId !== undefined }).data;
  if (!refused)
    return (
      <EmptyState kind="unmatched" title={t('nothingFound')} onClear={onClear}>
        {t('nothingFoundHint')}
      </EmptyState>
    );
  return (
    <>
      <EmptyState kind="locked" title={t('refusedOne')} onClear={onClear} />
      <Box sx={{ px: 4, pb: 10, mx: 'auto', maxWidth: '72ch', overflowWrap: 'anywhere' }}>
        <RefusedCall row={refused} isAdmin={isAdmin} isOne />
      </Box>
    </>
  );
}
