import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { PriceChangeView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import type { PriceUnit } from '../../../ui/price/price-unit.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { showToast } from '../../../ui/toast/toast.ts';
import { ComparisonSkeleton } from '../comparison-skeleton.tsx';
import { priceChangesQuery, useUndoPriceChange } from './price-change-api.ts';
import { PriceVersions } from './price-versions.tsx';

const STEP = 20;
/** Page size of the API. */
const MAX = 100;

/** Changes of prices, each with what it changed, to be taken back as a whole. */
export function PriceChanges({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation('price-change');
  const [size, setSize] = useState(STEP);
  const changes = useQuery(priceChangesQuery(size));
  if (changes.isPending) return <ComparisonSkeleton />;
  if (changes.isError) return <ErrorState error={changes.error} onRetry={() => changes.refetch()} />;
  const { data, total_count } = changes.data;
  if (data.length === 0) return <EmptyState title={t('noHistory')}>{t('noHistoryHint')}</EmptyState>;
  return (
    <>
      <Box
        component="ul"
        aria-label={t('changes')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}
      >
        {data.map((change) => (
          <ChangeRow key={change.id} change={change} unit={unit} />
        ))}
      </Box>
      {total_count > size && size < MAX ? (
        <Button variant="outlined" onClick={() => setSize(MAX)}>
          {t('showMore')}
        </Button>
      ) : null}
    </>
  );
}

/** Models that a message names. */
const NAMED = 5;

function ChangeRow({ change, unit }: { change: PriceChangeView; unit: PriceUnit }) {
  const { t } = useTranslation('price-change');
  const undo = useUndoPriceChange();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { id, count, kind, models } = change;
  const run = () =>
    undo.mutate(id, {
      onSuccess: ({ restored, kept }) => {
        const done = t('undone', { count: restored });
        const named = kept.length > NAMED ? `${kept.slice(0, NAMED).join(', ')} …` : kept.join(', ');
        if (kept.length > 0) showToast('warning', `${done}. ${t('keptSince', { models: named })}`);
        else showToast('success', done);
      },
      onSettled: () => setAsking(false),
    });
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'start' }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 600 }}>
            {t(`kind_${kind}`)} · {t('countPrices', { count })}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {change.username || t('itself')} · <TimeText epochSeconds={change.created_at} /> ·{' '}
            {models.join(', ')}
            {count > models.length ? ' …' : ''}
          </Box>
        </Box>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('hideDetails') : t('details')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
          {t('undo')}
        </Button>
      </Box>
      {isOpen ? (
        <Box sx={{ mt: 2, pl: 3, borderLeft: 2, borderColor: 'divider' }}>
          <PriceVersions of={{ change_id: id }} unit={unit} />
        </Box>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('undoTitle', { count })}
        confirmLabel={t('undo')}
        isBusy={undo.isPending}
        onClose={() => setAsking(false)}
        onConfirm={run}
      >
        {t('undoHint')}
      </ConfirmDialog>
    </Box>
  );
}
