import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';

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
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'inline-flex',
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
            '@media (pointer: coarse)': { minHeight: 44 },
          }}
        >
          {textOf(name)}
        </ButtonBase>
      ))}
    </Box>
  );
}
