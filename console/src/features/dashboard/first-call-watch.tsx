import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { recentCallsQuery } from './dashboard-api.ts';

/** Waits for the call that the reader is about to make, and shows it when it is there. */
export function FirstCallWatch({ isReady }: { isReady: boolean }) {
  const { t } = useTranslation('dashboard');
  const newest = useQuery(recentCallsQuery).data?.data[0];
  const before = useRef<string>(undefined);
  if (!isReady) before.current = newest?.request_id ?? '';
  if (!isReady) return null;
  const hasArrived = newest !== undefined && newest.request_id !== before.current;
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3, fontSize: '0.8125rem', minHeight: 24 }}
    >
      {hasArrived ? (
        <>
          <DoneIcon color="success" fontSize="small" />
          <span>{t('arrived')}</span>
          <TextLink to={`/panel/log?open=${encodeURIComponent(newest.request_id)}`}>
            {newest.model_name}
          </TextLink>
          <QuotaText points={newest.quota} isPrecise />
        </>
      ) : (
        <>
          <CircularProgress size={16} aria-hidden />
          <span>{t('waitingForCall')}</span>
        </>
      )}
    </Box>
  );
}
