import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteStatus } from '../../api/site-status.ts';
import { featuresFor } from '../navigation.ts';
import { useTitleText } from '../use-title-text.ts';
import { commandKey } from './command-key.ts';
import { KeyCap } from './key-cap.tsx';
import { useShortcutChoice } from './use-shortcuts.ts';

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutDialog({ roleNumber, onClose }: { roleNumber: number; onClose: () => void }) {
  const { t } = useTranslation(['palette', 'ui']);
  const titleId = useId();
  const [isOn, setOn] = useShortcutChoice();
  const titleText = useTitleText();
  const reached = featuresFor(roleNumber, useSiteStatus()).filter(({ shortcut }) => shortcut !== undefined);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('shortcuts')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
          <Row effect={t('shortcutPalette')}>
            <KeyCap>{commandKey()}</KeyCap> <KeyCap>K</KeyCap>
          </Row>
          <Row effect={t('shortcutHelp')}>
            <KeyCap>?</KeyCap>
          </Row>
          <Row effect={t('shortcutNew')}>
            <KeyCap>N</KeyCap>
          </Row>
          <Row effect={t('shortcutUndo')}>
            <KeyCap>{commandKey()}</KeyCap> <KeyCap>Z</KeyCap>
          </Row>
          {reached.map(({ name, title, shortcut }) => (
            <Row key={name} effect={t('shortcutGo', { screen: titleText(title) })}>
              <KeyCap>G</KeyCap> {t('shortcutThen')} <KeyCap>{shortcut?.toUpperCase()}</KeyCap>
            </Row>
          ))}
        </Box>
        <FormControlLabel
          sx={{ mt: 5, ml: 0, gap: 3, alignItems: 'flex-start' }}
          control={<Switch checked={isOn} onChange={(_, next) => setOn(next)} />}
          label={
            <>
              {t('shortcutsOn')}
              <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {t('shortcutsOnHint')}
              </Typography>
            </>
          }
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Row({ effect, children }: { effect: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, alignItems: 'center' }}>
      <Box component="dt">{effect}</Box>
      <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap', fontSize: '0.75rem', color: 'text.secondary' }}>
        {children}
      </Box>
    </Box>
  );
}
