import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import type { MouseEventHandler } from 'react';

interface ListChipProps {
  name: string;
  onDelete: MouseEventHandler;
  'data-item-index': number;
  tabIndex: number;
}

/** A chosen name; the arrow keys reach it from its field, Delete takes it out. */
export function ListChip({ name, onDelete, ...item }: ListChipProps) {
  return (
    <Box
      component="span"
      role="button"
      {...item}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        minWidth: 0,
        maxWidth: '100%',
        height: 24,
        pl: 2,
        pr: 1,
        borderRadius: '6px',
        fontSize: '0.75rem',
        bgcolor: 'action.selected',
        cursor: 'default',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
      <CloseIcon
        onClick={onDelete}
        sx={{
          fontSize: 16,
          color: 'text.secondary',
          cursor: 'pointer',
          '&:hover': { color: 'text.primary' },
        }}
      />
    </Box>
  );
}
