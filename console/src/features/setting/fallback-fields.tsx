import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { MAX_FALLBACKS } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ListField } from '../../ui/form/list-input.tsx';
import { OrderedList } from '../../ui/form/ordered-list.tsx';

interface FallbackFieldsProps {
  model: string;
  fallbacks: readonly string[];
  /** Models of the site, offered while typing. */
  known: readonly string[];
  onChange: (fallbacks: string[]) => void;
  onRemove: () => void;
}

/** A model with those that may answer instead, in order. */
export function FallbackFields({ model, fallbacks, known, onChange, onRemove }: FallbackFieldsProps) {
  const { t } = useTranslation('setting');
  const add = (names: string[]) => onChange([...new Set([...fallbacks, ...names])].slice(0, MAX_FALLBACKS));
  return (
    <Box
      role="group"
      aria-label={model}
      sx={{ display: 'grid', gap: 2, p: 3, border: 1, borderColor: 'divider', borderRadius: '8px' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography
          variant="body2"
          component="span"
          sx={{ fontWeight: 500, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {model}
        </Typography>
        <IconButton size="small" aria-label={t('fallbacksRemove', { model })} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
      <OrderedList label={t('fallbacksOf', { model })} items={fallbacks} onChange={onChange} />
      {fallbacks.length < MAX_FALLBACKS ? (
        <ListField
          label={t('fallbackAdd')}
          options={known.filter((name) => name !== model && !fallbacks.includes(name))}
          isFree
          chosen={nothing}
          onChange={add}
        />
      ) : null}
    </Box>
  );
}

/** The fields that add take their names at once. */
export const nothing: string[] = [];
