import NoticeIcon from '@mui/icons-material/CampaignOutlined';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { siteCalls } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/call-api.ts';
import { LazyMarkdown } from '../ui/lazy-markdown.tsx';
import { useStored } from '../ui/use-stored.ts';

const noticeQuery = queryOptions({
  queryKey: ['site', 'notice'],
  queryFn: ({ signal }) => callApi(siteCalls.notice, { signal }),
  staleTime: 300_000,
});

/** The announcement; a dot until it was read. Nothing while there is none. */
export function NoticeButton() {
  const { t } = useTranslation('shell');
  const { data: notice = '' } = useQuery(noticeQuery);
  const [read, setRead] = useStored('notice', '');
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  if (notice.trim() === '') return null;

  const isNew = notice !== read;
  function open() {
    setOpen(true);
    setRead(notice);
  }
  return (
    <>
      <IconButton aria-label={isNew ? t('newNotice') : t('notice')} title={t('notice')} onClick={open}>
        <Badge color="primary" variant="dot" invisible={!isNew}>
          <NoticeIcon />
        </Badge>
      </IconButton>
      <Dialog open={isOpen} onClose={() => setOpen(false)} fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t('notice')}</DialogTitle>
        <DialogContent>
          <LazyMarkdown text={notice} />
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={() => setOpen(false)}>
            {t('closeNotice')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
