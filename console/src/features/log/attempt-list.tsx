import Box from '@mui/material/Box';
import type { logAttempt } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { codeText } from '../../api/error-text.ts';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

type Attempt = z.output<typeof logAttempt>;

/** Which channels were tried, in order, and what became of each. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const resultOf = ({ code, hedged }: Attempt): string =>
    code === '' ? t(hedged === true ? 'outrun' : 'delivered') : codeText(code);
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
      {attempts.map((attempt, index) => (
        <Box
          component="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: stored attempts never change their order
          key={`attempt-${index + 1}`}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}
        >
          <StatusDot tone={toneOf(attempt)}>
            {t('attempt', {
              number: index + 1,
              channel: attempt.channel_name ?? `#${attempt.channel_id}`,
            })}
            {attempt.key_id === undefined ? null : ` · ${t('attemptKey', { key: attempt.key_id })}`}
          </StatusDot>
          <span>{resultOf(attempt)}</span>
          <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
            {attempt.status > 0 ? `HTTP ${attempt.status} · ` : ''}
            {formats.duration(attempt.duration_ms)}
          </Box>
          {attempt.message ? (
            <Box
              component="code"
              sx={{ flexBasis: '100%', color: 'text.secondary', overflowWrap: 'anywhere' }}
            >
              {attempt.message}
            </Box>
          ) : null}
        </Box>
      ))}
    </Box>
  );
}

function toneOf({ code, hedged }: Attempt): Tone {
  if (hedged === true) return 'quiet';
  return code === '' ? 'good' : 'broken';
}
