import Box from '@mui/material/Box';
import type { HTMLAttributes, Key } from 'react';
import { Anchored } from '../overlay/anchored.tsx';

interface ListOptionsProps {
  anchor: HTMLElement;
  list: HTMLAttributes<HTMLUListElement>;
  options: readonly string[];
  propsOf: (option: string, index: number) => HTMLAttributes<HTMLLIElement> & { key: Key };
}

/** Names to choose from, below their field and as wide. */
export function ListOptions({ anchor, list, options, propsOf }: ListOptionsProps) {
  return (
    <Anchored anchor={anchor} side="bottom" sx={{ py: 1 }}>
      <Box
        component="ul"
        {...list}
        sx={(theme) => ({
          width: anchor.clientWidth,
          maxHeight: '40vh',
          overflow: 'auto',
          m: 0,
          py: 1,
          px: 0,
          listStyle: 'none',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
          bgcolor: 'background.paper',
          boxShadow: '0 8px 24px rgba(0,0,0,0.12)',
          ...theme.applyStyles('dark', { boxShadow: 'none', bgcolor: 'background.raised' }),
          '& > li': { px: 4, py: '6px', cursor: 'pointer', overflowWrap: 'anywhere' },
          '@media (pointer: coarse)': { '& > li': { py: '12px' } },
          // Set by the library on what the arrow keys or the mouse are at.
          '& > .Mui-focused': { bgcolor: 'action.selected' },
        })}
      >
        {options.map((option, index) => {
          const { key, ...props } = propsOf(option, index);
          return (
            <li key={key} {...props}>
              {option}
            </li>
          );
        })}
      </Box>
    </Anchored>
  );
}
