import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../action/action-menu.tsx';
import { showErrorToast } from '../toast/toast.ts';
import { BulkConfirm } from './bulk-confirm.tsx';
import type { BulkAction, RowSelection } from './row-selection.ts';

interface BulkBarProps<Row> {
  selection: RowSelection<Row>;
  actions: readonly BulkAction<Row>[];
  isPhone: boolean;
}

/** Stands in the place of the filters while rows are selected; on a phone at the bottom of the list. */
export function BulkBar<Row>({ selection, actions: all, isPhone }: BulkBarProps<Row>) {
  const { t } = useTranslation('ui');
  const [asked, setAsked] = useState<BulkAction<Row>>();
  const [running, setRunning] = useState<string>();
  const { chosen, clear } = selection;
  const actions = all.filter(({ isFor }) => isFor?.(chosen) ?? true);

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

  const start = (action: BulkAction<Row>) => (action.confirm ? setAsked(action) : void run(action));
  const isRunning = running !== undefined;

  return (
    <Box
      role="toolbar"
      aria-label={t('bulkActions')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, ...(isPhone && atTheBottom) }}
    >
      <IconButton size="small" aria-label={t('clearSelection')} title={t('clearSelection')} onClick={clear}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Box role="status" sx={{ fontWeight: 500, mr: 2, flex: isPhone ? 1 : 'none' }}>
        {t('selectedRows', { count: chosen.length })}
      </Box>
      {isPhone ? (
        <ActionMenu
          label={t('bulkActions')}
          text={t('actions')}
          isBusy={isRunning && asked === undefined}
          actions={actions.map((action) => ({ ...action, onSelect: () => start(action) }))}
        />
      ) : (
        actions.map((action) => (
          <Button
            key={action.label}
            size="small"
            variant="outlined"
            color={action.isDestructive ? 'error' : 'primary'}
            loading={running === action.label && asked === undefined}
            disabled={isRunning}
            onClick={() => start(action)}
          >
            {action.label}
          </Button>
        ))
      )}
      {asked?.confirm ? (
        <BulkConfirm
          {...asked.confirm(chosen)}
          confirmLabel={asked.label}
          count={chosen.length}
          isBusy={isRunning}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void run(asked)}
        />
      ) : null}
    </Box>
  );
}

/** Below the thumb, and in sight however far the list was scrolled. */
const atTheBottom = {
  ...{ position: 'sticky', bottom: 0, zIndex: 2, px: 3, py: 2 },
  ...{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.raised' },
} as const;
