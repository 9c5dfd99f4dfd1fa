import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { logType } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { liveOptions } from '../../ui/action/live-toggle.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import type { LogFilter } from './log-address.ts';
import { logSumQuery } from './log-api.ts';

interface LogSumProps {
  filter: LogFilter;
  isAdmin: boolean;
  isLive: boolean;
}

/** Total cost of the filtered calls; empty for one call, for none, and for too many. */
export function LogSum({ filter, isAdmin, isLive }: LogSumProps) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { log_type, request_id } = filter;
  const hasSum = request_id === undefined && (log_type === undefined || log_type === logType.consume);
  const sum = useQuery({ ...logSumQuery(filter, isAdmin), ...liveOptions(isLive), enabled: hasSum });
  if (!hasSum || sum.data === undefined || sum.isError) return null;
  return (
    <Box
      role="status"
      aria-label={t('spent')}
      className="tabular"
      title={t('spentHint')}
      sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, whiteSpace: 'nowrap' }}
    >
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {t('spent')}
      </Box>
      <Box component="span" sx={{ fontWeight: 600 }}>
        <QuotaText points={sum.data.quota} />
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem', '& > *': { ml: 1.5 } }}>
        <span>
          {t('spentCalls', { count: sum.data.request_count, number: formats.number(sum.data.request_count) })}
        </span>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {t('spentTokens', { number: formats.compact(sum.data.prompt_tokens + sum.data.completion_tokens) })}
        </Box>
      </Box>
    </Box>
  );
}
