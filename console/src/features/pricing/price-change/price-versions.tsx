import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { Price, PriceVersionView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceUnit } from '../../../ui/price/price-unit.ts';
import { usePriceText } from '../../../ui/price/use-price-text.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { ComparisonSkeleton } from '../comparison-skeleton.tsx';
import { DifferenceDetails } from '../difference-details.tsx';
import { OldAndNew } from '../old-and-new.tsx';
import { priceVersionsQuery } from './price-change-api.ts';

const STEP = 20;
/** Page size of the API. */
const MAX = 100;

/** Versions of a price with author, time and origin: of one model, or of one change. */
export function PriceVersions({ of, unit }: { of: { model?: string; change_id?: number }; unit: PriceUnit }) {
  const { t } = useTranslation('price-change');
  const [size, setSize] = useState(STEP);
  const versions = useQuery(priceVersionsQuery(of, size));
  if (versions.isPending) return <ComparisonSkeleton />;
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => versions.refetch()} />;
  const { data, total_count } = versions.data;
  if (data.length === 0) return <EmptyState title={t('noHistory')}>{t('noHistoryHint')}</EmptyState>;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box
        component="ul"
        aria-label={t('changes')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}
      >
        {data.map((version) => (
          <VersionRow key={version.id} version={version} isOfModel={of.model !== undefined} unit={unit} />
        ))}
      </Box>
      {total_count > size && size < MAX ? (
        <Button variant="outlined" onClick={() => setSize(MAX)}>
          {t('showMore')}
        </Button>
      ) : null}
    </Box>
  );
}

interface VersionRowProps {
  version: PriceVersionView;
  /** The model is known, so rows show author and time instead. */
  isOfModel: boolean;
  unit: PriceUnit;
}

function VersionRow({ version: { before, after, ...facts }, isOfModel, unit }: VersionRowProps) {
  const { t } = useTranslation(['price-change', 'price']);
  const priceText = usePriceText(unit);
  const input = (price: Price) => priceText(price.input, price.type === 'times');
  const output = (price: Price) => (price.type === 'times' ? '–' : priceText(price.output));
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>
        {isOfModel ? (
          <>
            {t('version', { number: facts.version })} · {t(`kind_${facts.kind}`)} ·{' '}
            {facts.username || t('itself')} · <TimeText epochSeconds={facts.created_at} />
          </>
        ) : (
          facts.model
        )}
      </Box>
      {before && after ? (
        <>
          {t('price:input')}: <OldAndNew before={input(before)} after={input(after)} /> · {t('price:output')}:{' '}
          <OldAndNew before={output(before)} after={output(after)} />
          <DifferenceDetails listed={after} current={before} unit={unit} />
        </>
      ) : (
        <OldAndNew
          before={before ? `${input(before)} / ${output(before)}` : t('noPrice')}
          after={after ? `${input(after)} / ${output(after)}` : t('noPrice')}
        />
      )}
    </Box>
  );
}
