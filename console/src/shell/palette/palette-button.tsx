import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { WhileLoading } from '../../ui/loading/while-loading.tsx';
import { commandKey } from './command-key.ts';
import { CommandPalette } from './command-palette.tsx';
import { KeyCap } from './key-cap.tsx';
import { ShortcutDialog } from './shortcut-dialog.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** Opens the command palette, also by Ctrl+K. */
export function PaletteButton() {
  const { t } = useTranslation('shell');
  const self = useSelf();
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  const openPalette = useCallback(() => setOpen('palette'), []);
  const openShortcuts = useCallback(() => setOpen('shortcuts'), []);
  const close = useCallback(() => setOpen(undefined), []);
  useShortcuts({ roleNumber: self?.role ?? 0, onPalette: openPalette, onHelp: openShortcuts });
  if (self === null) return null;
  const shared = {
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
    onClick: openPalette,
  } as const;
  return (
    <>
      <Button
        {...shared}
        variant="outlined"
        startIcon={<SearchIcon />}
        sx={{
          display: { xs: 'none', md: 'inline-flex' },
          color: 'text.secondary',
          fontWeight: 400,
          gap: 1,
          mr: 2,
        }}
      >
        {t('openPalette')}
        <Box component="span" aria-hidden sx={{ ml: 4, display: 'inline-flex', gap: '2px' }}>
          <KeyCap>{commandKey()}</KeyCap>
          <KeyCap>K</KeyCap>
        </Box>
      </Button>
      <IconButton {...shared} aria-label={t('openPalette')} sx={{ display: { md: 'none' } }}>
        <SearchIcon />
      </IconButton>
      {/* Both have texts of their own, which are loaded when they open. */}
      <Suspense fallback={<WhileLoading />}>
        {open === 'palette' ? (
          <CommandPalette self={self} onClose={close} onShowShortcuts={openShortcuts} />
        ) : null}
        {open === 'shortcuts' ? <ShortcutDialog roleNumber={self.role} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
