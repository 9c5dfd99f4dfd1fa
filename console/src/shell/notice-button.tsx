import NoticeIcon from '@mui/icons-material/CampaignOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/call-api.ts';
import { firstCalls } from '../api/first-calls.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { useStored } from '../ui/page/use-stored.ts';

const NoticeDialog = lazyPart(() => import('./notice-dialog.tsx'));

const noticeQuery = queryOptions({
  queryKey: ['site', 'notice'],
  queryFn: ({ signal }) => callApi(firstCalls.notice, { signal }),
  staleTime: 300_000,
});

/**
 * The announcement: opens by itself where the page starts with one that this reader has not seen; one that comes
 * later only has a dot. While there is none, the button opens the earlier ones.
 * @param isQuiet the page has a task of its own, such as the sign-in: the dot is enough there
 */
export function NoticeButton({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation('shell');
  const { data } = useQuery(noticeQuery);
  const notice = data?.trim() ?? '';
  const [seen, setSeen] = useStored('notice', '');
  const [isOpen, setOpen] = useState(false);
  const isStart = useRef(true);
  const isNew = notice !== '' && notice !== seen.trim();

  // Seen notices are kept in the browser, outside of React.
  useEffect(() => {
    if (data === undefined || isQuiet) return;
    if (data.trim() === '') setSeen('');
    else if (isStart.current && isNew) {
      setOpen(true);
      setSeen(data);
    }
    isStart.current = false;
  }, [data, isQuiet, isNew, setSeen]);

  return (
    <>
      <IconButton
        aria-label={isNew ? t('newNotice') : t('notice')}
        title={t('notice')}
        onClick={() => {
          setOpen(true);
          if (isNew) setSeen(notice);
        }}
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
      <Suspense>{isOpen ? <NoticeDialog notice={notice} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
