import Box from '@mui/material/Box';
import { bonusPercent } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/text/use-formats.ts';
import { ChoiceTile } from './choice-tile.tsx';
import type { AmountTables } from './topup-api.ts';

interface AmountTilesProps {
  /** Attributes of their group. */
  group: { role: 'group' | 'radiogroup'; 'aria-label'?: string; 'aria-labelledby'?: string };
  amounts: readonly number[];
  tables: AmountTables;
  amount: number | undefined;
  onChoose: (amount: number) => void;
}

/** Amounts in dollars, each with its discount and bonus. */
export function AmountTiles({ group, amounts, tables, amount, onChoose }: AmountTilesProps) {
  const formats = useFormats();
  return (
    <Box
      {...group}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))' }}
    >
      {amounts.map((one) => (
        <ChoiceTile
          key={one}
          role={group.role === 'group' ? 'button' : 'radio'}
          isChosen={one === amount}
          onChoose={() => onChoose(one)}
          sx={{
            flexDirection: 'column',
            alignItems: 'center',
            justifyContent: 'center',
            p: 2,
            minHeight: 56,
          }}
        >
          <Box component="span" className="tabular" sx={{ fontWeight: 600 }}>
            ${formats.number(one)}
          </Box>
          <Badges amount={one} tables={tables} />
        </ChoiceTile>
      ))}
    </Box>
  );
}

function Badges({ amount, tables: { discounts, bonuses } }: { amount: number; tables: AmountTables }) {
  const { t, i18n } = useTranslation('topup');
  const formats = useFormats();
  const factor = discounts[String(amount)] ?? 1;
  // Chinese names the tenths of the price that are left, other languages the percent that are not.
  const discount = i18n.language.startsWith('zh') ? factor * 10 : (1 - factor) * 100;
  const bonus = bonusPercent(amount, bonuses);
  const badges = [
    factor < 1 && t('discountBadge', { discount: formats.number(discount) }),
    bonus > 0 && t('bonusBadge', { percent: formats.number(bonus) }),
  ].filter((badge) => badge !== false);
  return badges.length === 0 ? null : (
    <Box component="span" className="tabular" sx={{ fontSize: '0.75rem', color: 'success.main' }}>
      {badges.join(' · ')}
    </Box>
  );
}
