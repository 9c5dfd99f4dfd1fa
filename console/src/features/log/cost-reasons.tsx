import Box from '@mui/material/Box';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { linePoints } from '../../ui/price/exact-cost.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { isUnitLine, useLineText } from './use-line-text.ts';

/** From this share of a charge on it is said what a kind of tokens is. */
const EXPLAINED_SHARE = 0.2;
const LIST_PRICE = { groupRatio: 1, tierRatio: '1' };

/** Usage other than plain input or output. */
const explained = new Set([
  ...['cacheWrite5m', 'cacheWrite1h', 'reasoningOutput', 'imageInput', 'audioInput'],
  ...['imageOutput', 'audioOutput', 'web_search', 'search'],
]);

/** In words: what most of a charge is for, and what made the price another one than the usual. */
export function CostReasons({ row }: { row: LogView }) {
  const reasons = useReasons(row);
  if (reasons.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, mb: 3, pl: 5, display: 'grid', gap: 1, maxWidth: '68ch' }}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Box>
  );
}

function useReasons({ metadata }: LogView): string[] {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { percent } = useChartFormats();
  const { nameOf } = useLineText();
  const { lines = [], price_step, estimated } = metadata ?? {};
  const costs = lines
    .map((line) => ({ line, points: linePoints(line, LIST_PRICE) }))
    .sort((a, b) => b.points - a.points);
  const whole = costs.reduce((sum, { points }) => sum + points, 0);
  const reasons: string[] = [];
  const [most, next] = costs;
  if (most !== undefined && next !== undefined && most.points > whole / 2) {
    const values = { share: percent(most.points / whole), what: nameOf(most.line) };
    const count = formats.number(most.line.count);
    reasons.push(
      isUnitLine(most.line) ? t('mostlyUnits', { ...values, count }) : t('mostly', { ...values, count }),
    );
  }
  for (const { line, points } of costs) {
    if (explained.has(line.bucket) && points >= whole * EXPLAINED_SHARE)
      reasons.push(t(`about_${line.bucket}` as 'about_search'));
  }
  if (price_step) reasons.push(t('priceStep', { tokens: formats.number(price_step) }));
  if (estimated) reasons.push(t('estimated'));
  return reasons;
}
