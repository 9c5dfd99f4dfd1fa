import Box from '@mui/material/Box';
import { monospace } from '../theme/theme.ts';
import { CopyButton } from './copy-button.tsx';

/** Code to take away. */
export function CodeBlock({ code, copyLabel }: { code: string; copyLabel: string }) {
  return (
    <Box
      sx={{
        position: 'relative',
        bgcolor: 'background.raised',
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
      }}
    >
      <Box
        component="pre"
        tabIndex={0}
        role="region"
        aria-label={copyLabel}
        sx={{
          m: 0,
          p: 3,
          pr: 12,
          overflow: 'auto',
          fontFamily: monospace,
          fontSize: '0.8125rem',
          lineHeight: 1.6,
        }}
      >
        {code}
      </Box>
      <Box sx={{ position: 'absolute', top: 6, right: 6, bgcolor: 'background.raised', borderRadius: '8px' }}>
        <CopyButton text={code} label={copyLabel} />
      </Box>
    </Box>
  );
}
