import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { callRateQuery } from './dashboard-api.ts';

/** Share of the limit from which it is worth a look, and from which calls will soon be refused. */
const LOOK_FROM = 50;
const NEAR_FROM = 80;

/** Calls and tokens of the last minute next to what the group allows. */
export function LiveRate() {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const rate = useQuery(callRateQuery);
  const now = rate.data;
  const share = Math.min(100, now?.usageRpmRate ?? 0);
  const tone = share > NEAR_FROM ? 'error' : share > LOOK_FROM ? 'warning' : 'success';
  return (
    <Card component="section" aria-labelledby="live-rate" sx={{ p: 5, minWidth: 0 }}>
      <Typography id="live-rate" variant="h2">
        {t('rateTitle')}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 3 }}>
        {t('rateNote')}
      </Typography>
      {rate.isPending ? <Skeleton variant="rounded" height={64} /> : null}
      {rate.isError && !now ? (
        <FailureNote text={errorText(rate.error)} requestId={requestIdOf(rate.error)} />
      ) : null}
      {now ? (
        <>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, mb: 2 }} className="tabular">
            <span>{t('rateCalls', { rpm: formats.number(now.rpm) })}</span>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {now.maxRPM > 0 ? t('rateLimit', { limit: formats.number(now.maxRPM) }) : t('rateNoGroup')}
            </Box>
          </Box>
          <LinearProgress
            variant="determinate"
            value={share}
            color={tone}
            aria-label={t('rateShare')}
            sx={{ height: 6, borderRadius: '3px', bgcolor: 'divider' }}
          />
          <Box className="tabular" sx={{ mt: 3 }}>
            {t('rateTokens', { tpm: formats.number(now.tpm) })}
          </Box>
        </>
      ) : null}
    </Card>
  );
}
