import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useRef } from 'react';

interface ChoiceButtonsProps<Name extends string> {
  label: string;
  names: readonly Name[];
  value: Name;
  onChange: (name: Name) => void;
  textOf: (name: Name) => string;
}

/** A few views of the same thing, side by side; one is chosen. */
export function ChoiceButtons<Name extends string>(props: ChoiceButtonsProps<Name>) {
  const { label, names, value, onChange, textOf } = props;
  const group = useRef<HTMLDivElement>(null);
  // The row scrolls sideways where it is too long; what is chosen must be in sight.
  useEffect(() => {
    const chosen = group.current?.children[names.indexOf(value)];
    if (group.current && chosen instanceof HTMLElement) revealIn(group.current, chosen);
  }, [names, value]);
  return (
    <Box
      ref={group}
      role="group"
      aria-label={label}
      sx={{
        display: 'inline-flex',
        position: 'relative',
        maxWidth: '100%',
        overflowX: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
      }}
    >
      {names.map((name) => (
        <ButtonBase
          key={name}
          aria-pressed={name === value}
          onClick={() => onChange(name)}
          sx={{
            px: { xs: 1.75, sm: 2.5 },
            flex: 'none',
            minHeight: 30,
            fontSize: '0.8125rem',
            fontFamily: 'inherit',
            whiteSpace: 'nowrap',
            color: 'text.secondary',
            '& + &': { borderLeft: 1, borderColor: 'divider' },
            '&[aria-pressed=true]': { bgcolor: 'action.selected', color: 'primary.dark', fontWeight: 500 },
            '&:focus-visible': { outlineOffset: -2 },
            // A sign alone, such as $, is as easy to meet as a word.
            minWidth: 32,
            '@media (pointer: coarse)': { minHeight: 44 },
          }}
        >
          {textOf(name)}
        </ButtonBase>
      ))}
    </Box>
  );
}

/** Only this row scrolls, not the page. */
function revealIn(row: HTMLElement, part: HTMLElement): void {
  const end = part.offsetLeft + part.offsetWidth;
  if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
}
