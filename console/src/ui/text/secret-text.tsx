import Box from '@mui/material/Box';
import { monospace } from '../../theme/fonts.ts';
import { CopyButton } from '../action/copy-button.tsx';
import type { CopiedThing } from '../action/use-copy.ts';

interface SecretTextProps {
  /** Copied text. */
  secret: string;
  /** Shown instead of the secret. */
  shown?: string;
  thing: CopiedThing;
  label: string;
  /** Outlined where copying is not the main action. */
  variant?: 'outlined' | 'contained';
}

/** A secret that the reader may see now, with its copy button next to it. */
export function SecretText({ secret, shown = secret, thing, label, variant = 'contained' }: SecretTextProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box
        component="code"
        sx={{
          flex: '1 1 240px',
          fontFamily: monospace,
          fontSize: '0.75rem',
          bgcolor: 'background.raised',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
          px: 3,
          py: 2,
          userSelect: 'all',
          // A key has hyphens, at which it must not be broken.
          wordBreak: 'break-all',
        }}
      >
        {shown}
      </Box>
      <CopyButton text={secret} thing={thing} label={label} isLabelled variant={variant} />
    </Box>
  );
}
