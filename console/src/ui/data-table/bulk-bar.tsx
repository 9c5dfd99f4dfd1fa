import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '../toast/toast.ts';
import { BulkConfirm } from './bulk-confirm.tsx';
import type { BulkAction, RowSelection } from './row-selection.ts';

interface BulkBarProps<Row> {
  selection: RowSelection<Row>;
  actions: readonly BulkAction<Row>[];
}

/** Stands in the place of the filters while rows are selected. */
export function BulkBar<Row>({ selection, actions }: BulkBarProps<Row>) {
  const { t } = useTranslation('ui');
  const [asked, setAsked] = useState<BulkAction<Row>>();
  const [running, setRunning] = useState<string>();
  const { chosen, clear } = selection;

  async function run(action: BulkAction<Row>) {
    setRunning(action.label);
    try {
      if ((await action.onRun(chosen)) !== false) clear();
    } catch (error) {
      showErrorToast(error);
    } finally {
      setRunning(undefined);
      setAsked(undefined);
    }
  }

  return (
    <Box
      role="toolbar"
      aria-label={t('bulkActions')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        overflowX: 'auto',
        p: { xs: '4px', sm: 0 },
        '& > *': { flex: 'none' },
      }}
    >
      <IconButton size="small" aria-label={t('clearSelection')} title={t('clearSelection')} onClick={clear}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Box role="status" sx={{ fontWeight: 500, mr: 2 }}>
        {t('selectedRows', { count: chosen.length })}
      </Box>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          variant="outlined"
          color={action.isDestructive ? 'error' : 'primary'}
          loading={running === action.label && asked === undefined}
          disabled={running !== undefined}
          onClick={() => (action.confirm ? setAsked(action) : void run(action))}
        >
          {action.label}
        </Button>
      ))}
      {asked?.confirm ? (
        <BulkConfirm
          {...asked.confirm(chosen)}
          confirmLabel={asked.label}
          count={chosen.length}
          isBusy={running !== undefined}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void run(asked)}
        />
      ) : null}
    </Box>
  );
}
