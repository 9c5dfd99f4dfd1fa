import Box from '@mui/material/Box';
import { monospace } from '../../theme/fonts.ts';

interface CodeBlockProps {
  code: string;
  /** Names it for those who listen. */
  label: string;
}

/** Code as it is; long lines scroll, also by keyboard. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        m: 0,
        p: 3,
        overflow: 'auto',
        bgcolor: 'background.raised',
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        fontFamily: monospace,
        fontSize: '0.8125rem',
        lineHeight: 1.6,
      }}
    >
      {code}
    </Box>
  );
}
