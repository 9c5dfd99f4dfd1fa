import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { movedItem } from './moved-item.ts';

interface OrderedListProps {
  /** Announced name of the list. */
  label: string;
  /** Values, each of them once. */
  items: readonly string[];
  /** Shown name of a value; without it, the value. */
  nameOf?: (item: string) => string;
  onChange: (items: string[]) => void;
}

/** Values whose order counts, with buttons that move and remove them. */
export function OrderedList({ label, items, nameOf = (item) => item, onChange }: OrderedListProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const focusOn = (index: number, button: string) =>
    document.getElementById(`${id}-${index}-${button}`)?.focus();

  function move(index: number, by: -1 | 1) {
    onChange(movedItem(items, index, by));
    const isAtEnd = index + by === (by < 0 ? 0 : items.length - 1);
    // The value keeps the focus; at the end its button back has it.
    focusOn(index + by, String(isAtEnd ? -by : by));
  }

  function remove(index: number) {
    if (index === items.length - 1) focusOn(index - 1, 'remove');
    onChange(items.toSpliced(index, 1));
  }

  if (items.length === 0) return null;
  return (
    <Box component="ol" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {items.map((item, index) => {
        const name = nameOf(item);
        return (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: places keep their buttons, so the focus survives a move
            key={index}
            sx={{ display: 'flex', alignItems: 'center', minHeight: 36, gap: 1 }}
          >
            <Box component="span" sx={{ width: 24, color: 'text.secondary', fontSize: '0.8125rem' }}>
              {index + 1}
            </Box>
            <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <IconButton
              id={`${id}-${index}--1`}
              size="small"
              aria-label={t('moveEarlier', { name })}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <UpIcon fontSize="small" />
            </IconButton>
            <IconButton
              id={`${id}-${index}-1`}
              size="small"
              aria-label={t('moveLater', { name })}
              disabled={index === items.length - 1}
              onClick={() => move(index, 1)}
            >
              <DownIcon fontSize="small" />
            </IconButton>
            <IconButton
              id={`${id}-${index}-remove`}
              size="small"
              aria-label={t('removeName', { name })}
              onClick={() => remove(index)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
        );
      })}
    </Box>
  );
}
