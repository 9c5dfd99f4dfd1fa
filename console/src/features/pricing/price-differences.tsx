import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { PriceUnitButtons } from '../../ui/price/price-unit-buttons.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import type { PriceComparison } from './price-comparison.ts';
import { PriceDifferenceTable } from './price-difference-table.tsx';

interface PriceDifferencesProps {
  comparison: PriceComparison;
  /** Models whose prices are not wanted. */
  left: ReadonlySet<string>;
  /** The unit to begin with. */
  unit: PriceUnit;
  onLeave: (left: ReadonlySet<string>) => void;
}

const kinds = ['all', 'new', 'changed'] as const;
/** Rows drawn at once; a list may have thousands. */
const STEP = 100;

/** Changes of a list: counts, and old and new prices next to each other. */
export function PriceDifferences({ comparison, left, unit: firstUnit, onLeave }: PriceDifferencesProps) {
  const { t } = useTranslation('pricing');
  const formats = useFormats();
  const [kind, setKind] = useState<(typeof kinds)[number]>('all');
  const [unit, setUnit] = useState(firstUnit);
  const [limit, setLimit] = useState(STEP);
  const { differences, counts } = comparison;
  const rows = differences.filter(({ current }) => kind === 'all' || (kind === 'new') === !current);
  return (
    <>
      <Box
        component="dl"
        aria-label={t('listCounts')}
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(84px, 1fr))', gap: 3 }}
      >
        {(['new', 'changed', 'locked', 'unchanged', 'onlyHere'] as const).map((name) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {t(`count_${name}`)}
            </Typography>
            <Box
              component="dd"
              sx={{ m: 0, fontSize: '1.25rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {formats.number(counts[name])}
            </Box>
          </div>
        ))}
      </Box>
      {differences.length === 0 ? (
        <EmptyState title={t('nothingDiffers')}>{t('nothingDiffersHint')}</EmptyState>
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'space-between' }}>
            <ChoiceButtons
              label={t('differences')}
              names={kinds}
              value={kind}
              onChange={setKind}
              textOf={(name) => t(`differences_${name}`)}
            />
            <PriceUnitButtons value={unit} onChange={setUnit} />
          </Box>
          {rows.length === 0 ? (
            <EmptyState kind="unmatched" title={t('noneOfThese')} />
          ) : (
            <PriceDifferenceTable
              rows={rows.slice(0, limit)}
              all={rows}
              left={left}
              unit={unit}
              onLeave={onLeave}
            />
          )}
          {rows.length > limit ? (
            <Button variant="outlined" onClick={() => setLimit(limit + STEP)}>
              {t('showMore', { count: rows.length - limit })}
            </Button>
          ) : null}
        </>
      )}
    </>
  );
}
