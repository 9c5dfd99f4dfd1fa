import Box from '@mui/material/Box';
import type { Price } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/use-formats.ts';

const INPUT_TOKENS = 10_000;
const OUTPUT_TOKENS = 2_000;
const POINTS_PER_CALL = 1000;

/** What a call of usual size costs at the typed price, before a group's ratio. */
export function PriceExample() {
  const { t } = useTranslation('pricing');
  const formats = useFormats();
  const price = useWatch({ name: 'price' }) as Price;
  const points =
    price.type === 'times'
      ? price.input * POINTS_PER_CALL
      : INPUT_TOKENS * price.input + OUTPUT_TOKENS * price.output;
  if (!Number.isFinite(points)) return null;
  const cost = formats.quota(Math.ceil(points), { isPrecise: true });
  return (
    <Box
      role="status"
      sx={{ bgcolor: 'action.hover', borderRadius: '8px', px: 4, py: 3, fontSize: '0.875rem' }}
    >
      {price.type === 'times'
        ? t('exampleCall', { cost })
        : t('example', {
            input: formats.number(INPUT_TOKENS),
            output: formats.number(OUTPUT_TOKENS),
            cost,
          })}
    </Box>
  );
}
