import Box from '@mui/material/Box';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/text/use-formats.ts';

/** Input → output tokens, with the share of the input that came from a cache. */
export function TokenCounts({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const cached = row.metadata?.cached_read_tokens ?? 0;
  const share = row.prompt_tokens > 0 ? Math.round((cached / row.prompt_tokens) * 100) : 0;
  return (
    <span>
      {share > 0 ? (
        <Box component="span" sx={{ color: 'text.secondary', mr: 2 }}>
          {t('cachedShare', { share })}
        </Box>
      ) : null}
      {formats.number(row.prompt_tokens)} <span aria-hidden>→</span> {formats.number(row.completion_tokens)}
    </span>
  );
}
