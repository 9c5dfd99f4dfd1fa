import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import type { CopiedThing } from '../../ui/action/use-copy.ts';

interface KeyUseValueProps {
  name: string;
  shown: string;
  /** Copied text. */
  value: string;
  thing: CopiedThing;
}

/** A value to enter in a client, with its name and a copy button; part of a `dl`. */
export function KeyUseValue({ name, shown, value, thing }: KeyUseValueProps) {
  const { t } = useTranslation('token');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 40 }}>
      <Box
        component="dt"
        sx={{ flex: 'none', width: { xs: 88, sm: 120 }, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box
          component="span"
          sx={{
            flex: 1,
            minWidth: 0,
            fontFamily: monospace,
            fontSize: '0.8125rem',
            overflowWrap: 'anywhere',
          }}
        >
          {shown}
        </Box>
        <CopyButton text={value} thing={thing} label={t('copyValue', { name })} />
      </Box>
    </Box>
  );
}
