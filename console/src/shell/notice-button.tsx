import NoticeIcon from '@mui/icons-material/CampaignOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/call-api.ts';
import { firstCalls } from '../api/first-calls.ts';
import { useStored } from '../ui/use-stored.ts';

const NoticeDialog = lazy(() => import('./notice-dialog.tsx'));

const noticeQuery = queryOptions({
  queryKey: ['site', 'notice'],
  queryFn: ({ signal }) => callApi(firstCalls.notice, { signal }),
  staleTime: 300_000,
});

/** The announcement; a dot until it was read. Nothing while there is none. */
export function NoticeButton() {
  const { t } = useTranslation('shell');
  const { data: notice = '' } = useQuery(noticeQuery);
  const [read, setRead] = useStored('notice', '');
  const [isOpen, setOpen] = useState(false);
  if (notice.trim() === '') return null;

  const isNew = notice !== read;
  function open() {
    setOpen(true);
    setRead(notice);
  }
  return (
    <>
      <IconButton
        aria-label={isNew ? t('newNotice') : t('notice')}
        title={t('notice')}
        onClick={open}
        sx={{ position: 'relative' }}
      >
        <NoticeIcon />
        {isNew ? (
          <Box
            component="span"
            sx={{
              position: 'absolute',
              top: 6,
              right: 6,
              width: 8,
              height: 8,
              borderRadius: '50%',
              bgcolor: 'primary.main',
            }}
          />
        ) : null}
      </IconButton>
      {isOpen ? (
        <Suspense>
          <NoticeDialog notice={notice} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
