import CloseIcon from '@mui/icons-material/CloseOutlined';
import ArrowIcon from '@mui/icons-material/KeyboardArrowDownOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import { type ReactNode, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterPlaceContext } from './filter-place.ts';

interface FilterChipProps {
  label: string;
  /** The chosen value in words; absent if the filter is off. */
  shown?: string | undefined;
  onClear?: (() => void) | undefined;
  /** The value is the usual one: shown, not stressed. */
  isUsual?: boolean;
  /** About the value, on hover. */
  hint?: string;
  /** Content that the chip opens; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** A filter as a chip: its name while off, name and value while on. */
export function FilterChip({ label, shown, onClear, isUsual = false, hint, children }: FilterChipProps) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOn = shown !== undefined;
  const isStressed = isOn && !isUsual;
  const close = () => setAnchor(null);
  const { kind, count } = use(FilterPlaceContext);
  // The button that opens the filters shows how many are on.
  useEffect(() => (isStressed ? count?.() : undefined), [isStressed, count]);
  if (kind === 'chosen' && !isStressed) return null;
  return (
    <Box
      sx={{
        display: 'inline-flex',
        maxWidth: '100%',
        borderRadius: '6px',
        border: 1,
        borderStyle: isOn ? 'solid' : 'dashed',
        borderColor: isStressed ? 'primary.main' : 'divider',
        bgcolor: isStressed ? 'action.selected' : 'transparent',
        fontSize: '0.8125rem',
        '& > button': {
          px: 2,
          minHeight: 30,
          borderRadius: '6px',
          fontSize: 'inherit',
          fontFamily: 'inherit',
          '@media (pointer: coarse)': { minHeight: kind === 'chosen' ? 34 : 42 },
        },
      }}
    >
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={hint}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, ...(kind === 'sheet' && { flex: 1, justifyContent: 'space-between' }) }}
      >
        <Box
          component="span"
          sx={{
            color: isOn ? 'text.primary' : 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {isOn ? t('filterIs', { label, value: shown }) : label}
        </Box>
        {isOn && onClear ? null : <ArrowIcon sx={{ fontSize: 16, ml: 1, color: 'text.secondary' }} />}
      </ButtonBase>
      {isOn && onClear ? (
        <ButtonBase aria-label={t('clear', { name: label })} onClick={onClear} sx={{ pl: '0 !important' }}>
          <CloseIcon sx={{ fontSize: 16, color: 'text.secondary' }} />
        </ButtonBase>
      ) : null}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { mt: 1, minWidth: 180, maxHeight: 520 },
          } as object,
        }}
      >
        {anchor ? children(close) : null}
      </Popover>
    </Box>
  );
}
