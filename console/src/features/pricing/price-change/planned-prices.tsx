import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PriceUnit } from '../../../ui/price/price-unit.ts';
import { usePriceText } from '../../../ui/price/use-price-text.ts';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { plannedPricesQuery, useRemovePlannedPrice } from './price-change-api.ts';

/** Prices that are planned for a time, each with a way to give it up; nothing where there are none. */
export function PlannedPrices({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation(['price-change', 'price']);
  const planned = useQuery(plannedPricesQuery);
  const remove = useRemovePlannedPrice();
  const priceText = usePriceText(unit);
  if (planned.isError) return <ErrorState error={planned.error} onRetry={() => planned.refetch()} />;
  const rows = planned.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {t('planned')}
      </Typography>
      <Box
        component="ul"
        aria-label={t('planned')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
      >
        {rows.map(({ id, valid_from, price, username }) => (
          <Box component="li" key={id} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <strong>{price.model}</strong> · {priceText(price.input, price.type === 'times')}
              {price.type === 'times' ? null : ` / ${priceText(price.output)}`}
              <Box sx={{ color: 'text.secondary' }}>
                {t('plannedFrom')} <TimeText epochSeconds={valid_from} isExact /> · {username}
              </Box>
            </Box>
            <IconButton
              aria-label={t('giveUp', { model: price.model })}
              disabled={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
    </section>
  );
}
