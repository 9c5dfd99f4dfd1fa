import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ChannelView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

/** How often a channel's provider left its usage out, or said what cannot be true. */
export function ReportedUsage({
  channel: { estimated_calls, flagged_calls },
}: {
  channel: Pick<ChannelView, 'estimated_calls' | 'flagged_calls'>;
}) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  return (
    <Box component="section" aria-label={t('reportedUsage')}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {t('reportedUsage')}
      </Typography>
      <DetailList
        entries={[
          { name: t('estimatedCalls'), value: formats.number(estimated_calls) },
          { name: t('flaggedCalls'), value: formats.number(flagged_calls) },
        ]}
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 2 }}>
        {t('reportedUsageHint')}
      </Typography>
    </Box>
  );
}
