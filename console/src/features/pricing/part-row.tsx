import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface PartRowProps {
  /** Its name for those who listen. */
  label: string;
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** One entry of a price next to its two main figures: fields, and a button that removes them. */
export function PartRow({ label, removeLabel, onRemove, children }: PartRowProps) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 2, alignItems: 'start' }}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          gap: 3,
          pl: 3,
          borderLeft: 2,
          borderColor: 'divider',
        }}
      >
        {children}
      </Box>
      <IconButton aria-label={removeLabel} title={removeLabel} onClick={onRemove} sx={{ mt: '22px' }}>
        <DeleteIcon />
      </IconButton>
    </Box>
  );
}
