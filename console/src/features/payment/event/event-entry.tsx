import Box from '@mui/material/Box';
import type { CallbackVerdict, OrderEvent } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';

const tones: Record<CallbackVerdict, Tone> = {
  credited: 'good',
  known: 'quiet',
  waiting: 'quiet',
  ignored: 'quiet',
  refused: 'broken',
  failed: 'look',
};

export function VerdictText({ event: { source, verdict } }: { event: OrderEvent }) {
  const { t } = useTranslation('payment');
  // A refund has no verdict of its own for "done".
  if (source === 'refund' && verdict === 'known')
    return <StatusDot tone="good">{t('refundIs_refund_done')}</StatusDot>;
  return <StatusDot tone={tones[verdict]}>{t(`verdict_${verdict}`)}</StatusDot>;
}

/** A report of a gateway, or its answer to a question, with all that is kept of it. */
export function EventEntry({ event }: { event: OrderEvent }) {
  const { t } = useTranslation('payment');
  const { id, source, reason, content, ip, created_at } = event;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {t(`source_${source}`)}
        </Box>
        <VerdictText event={event} />
        <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
          {ip}
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        <TimeText epochSeconds={created_at} isExact />
      </Box>
      {reason === '' ? null : <Box sx={{ overflowWrap: 'anywhere' }}>{reason}</Box>}
      {content === '' ? null : <CodeBlock code={content} label={t('contentOf', { id })} />}
    </Box>
  );
}
