import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { ComparisonProps } from './compared-fields.ts';
import { ComparedValue, fieldLabels } from './compared-value.tsx';

/** As `ComparisonTable`, for a page that is too narrow for columns: below each member, the value of each channel. */
export function ComparisonList({ channels, fields, differing, secrets }: ComparisonProps) {
  const { t } = useTranslation(['channel-comparison', 'channel', 'ui']);
  return (
    <Box component="ul" aria-label={t('table')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
      {fields.map((field) => (
        <Box
          component="li"
          key={field}
          sx={{ py: 3, '& + &': { borderTop: 1, borderColor: 'divider' }, overflowWrap: 'anywhere' }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, mb: 1 }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t(fieldLabels[field])}
            </Typography>
            {differing.has(field) ? <StatusDot tone="look">{t('differs')}</StatusDot> : null}
          </Box>
          <Box
            component="dl"
            sx={{
              ...{ m: 0, display: 'grid', gap: 1 },
              gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
            }}
          >
            {channels.map((channel, place) => (
              <Box key={channel.id} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {channel.name}
                </Box>
                <Box component="dd" sx={{ m: 0 }}>
                  <ComparedValue {...{ field, channel, place, channels, secrets }} />
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
