import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';

const tones = {
  completed: 'quiet',
  client: 'quiet',
  request: 'look',
  limit: 'look',
  upstream: 'broken',
  timeout: 'broken',
  gateway: 'broken',
} as const satisfies Record<string, Tone>;

/** How a call ended; only what needs a look is coloured. */
export function CallEnd({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const end = row.ended_by ?? 'completed';
  return <StatusDot tone={tones[end]}>{t(`end_${end}`)}</StatusDot>;
}
