import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Explanations behind a "?", out of the way of daily work. */
export function HelpButton({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('help')}
        // As high as a finger is wide, and yet no higher than the title next to it.
        sx={{ my: '-10px' }}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <HelpIcon fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('help') } as object }}
      >
        <Box sx={{ p: 4, maxWidth: 420 }}>{children}</Box>
      </Popover>
    </>
  );
}
