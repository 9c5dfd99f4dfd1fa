import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';

interface OwnerChipsProps {
  owners: readonly string[];
  value: string | undefined;
  onChange: (owner: string | undefined) => void;
}

/** Owners to choose from, in one row that is pushed sideways where it is too long. */
export function OwnerChips({ owners, value, onChange }: OwnerChipsProps) {
  const { t } = useTranslation(['model-price', 'price']);
  if (owners.length < 2) return null;
  return (
    <Box
      role="group"
      aria-label={t('price:owner')}
      sx={{ display: 'flex', gap: 2, overflowX: 'auto', mb: 3, p: '2px', '& > *': { flex: 'none' } }}
    >
      {[undefined, ...owners].map((owner) => (
        <Chip
          key={owner ?? ''}
          label={owner ?? t('allOwners')}
          clickable
          aria-pressed={owner === value}
          variant={owner === value ? 'filled' : 'outlined'}
          color={owner === value ? 'primary' : 'default'}
          onClick={() => onChange(owner)}
          sx={{ '@media (pointer: coarse)': { minHeight: 40 } }}
        />
      ))}
    </Box>
  );
}
