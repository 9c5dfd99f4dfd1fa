import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import { extraUsageClass, type UsageClass } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { AddPart } from './add-part.tsx';
import { ExtraPriceInput } from './extra-price-input.tsx';
import { useNamedParts } from './use-named-parts.ts';

/** Classes of usage with a price of their own. */
export function ExtraRatiosInput({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation(['pricing', 'price']);
  const { used, left, add, remove } = useNamedParts<UsageClass>('price.extra_ratios', extraUsageClass);
  const nameOf = (name: UsageClass) => t(`price:extra_${name}`);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <FormLabel component="p">{t('extras')}</FormLabel>
        <FormHelperText>{t('extrasHint')}</FormHelperText>
      </Box>
      {used.map((name) => (
        <Box
          key={name}
          sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 2, alignItems: 'start' }}
        >
          <ExtraPriceInput name={name} unit={unit} />
          <IconButton
            aria-label={t('removeExtra', { name: nameOf(name) })}
            title={t('removeExtra', { name: nameOf(name) })}
            onClick={() => remove(name)}
            sx={{ mt: '22px' }}
          >
            <DeleteIcon />
          </IconButton>
        </Box>
      ))}
      <AddPart label={t('addExtra')} names={left} textOf={nameOf} onAdd={(name) => add(name, 1)} />
    </Box>
  );
}
