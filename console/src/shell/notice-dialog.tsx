import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../ui/page/use-stored.ts';
import { OwnerText } from '../ui/text/owner-text.tsx';
import { TimeText } from '../ui/text/time-text.tsx';
import { readNotices, withNotice } from './notice-history.ts';

/**
 * The announcement, and below it those that this browser showed before.
 * @param notice empty: none at present
 */
export default function NoticeDialog({ notice, onClose }: { notice: string; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const titleId = useId();
  const [stored, store] = useStored('noticeHistory', '[]');
  const earlier = readNotices(stored).filter(({ text }) => text !== notice);

  useEffect(() => {
    if (notice === '') return;
    const next = JSON.stringify(withNotice(readNotices(stored), notice, Math.floor(Date.now() / 1000)));
    if (next !== stored) store(next);
  }, [stored, store, notice]);

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('notice')}</DialogTitle>
      <DialogContent>
        {notice === '' ? (
          <Typography color="textSecondary">{t('noNotice')}</Typography>
        ) : (
          <OwnerText text={notice} />
        )}
        {earlier.length > 0 ? (
          <Box component="section" sx={{ mt: 5, pt: 3, borderTop: 1, borderColor: 'divider' }}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {t('earlierNotices')}
            </Typography>
            {earlier.map(({ text, seenAtSeconds }) => (
              <Box component="details" key={text} sx={{ py: 1 }}>
                <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
                  <TimeText epochSeconds={seenAtSeconds} />
                </Box>
                <OwnerText text={text} />
              </Box>
            ))}
          </Box>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('closeNotice')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
