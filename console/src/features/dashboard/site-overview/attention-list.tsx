import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import type { AttentionItem, AttentionKind, AttentionSubject, SiteAttention } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { TextLink } from '../../../ui/action/text-link.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { attentionLink } from './attention-link.ts';

/** Calls fail by these now, or money is wrong. */
const grave: ReadonlySet<AttentionKind> = new Set([
  'ledger_wrong',
  'charges_rejected',
  'channels_failing',
  'channels_off',
  'models_unserved',
  'models_unpriced',
]);

/** Lists what needs an administrator, the gravest first. */
export function AttentionList({ items, ledger_checked_at }: SiteAttention) {
  const { t } = useTranslation('site-overview');
  if (items.length === 0) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <DoneIcon color="success" fontSize="small" />
        <span>{t('nothing')}</span>
        {ledger_checked_at === null ? null : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('ledgerRight')} · <TimeText epochSeconds={ledger_checked_at} />
          </Box>
        )}
      </Box>
    );
  }
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {items.map((item) => (
        <AttentionRow key={item.kind} item={item} />
      ))}
    </Box>
  );
}

function AttentionRow({ item }: { item: AttentionItem }) {
  const { t } = useTranslation('site-overview');
  const formats = useFormats();
  const { kind, count, since } = item;
  return (
    <Box
      component="li"
      sx={{
        ...{ display: 'grid', columnGap: 4, py: 2, borderTop: 1, borderColor: 'divider' },
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        '&:first-of-type': { borderTop: 0, pt: 0 },
        '&:last-of-type': { pb: 0 },
      }}
    >
      <StatusDot tone={grave.has(kind) ? 'broken' : 'look'}>
        <TextLink to={attentionLink(item)}>{t(`kind_${kind}`)}</TextLink>
        <Box component="strong" className="tabular" sx={{ fontWeight: 600 }}>
          {formats.number(count)}
        </Box>
      </StatusDot>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {since === null ? null : (
          <>
            {t('since')} <TimeText epochSeconds={since} />
          </>
        )}
      </Box>
      <Box
        sx={{
          ...{ gridColumn: '1 / -1', pl: 4, color: 'text.secondary', fontSize: '0.8125rem' },
          overflowWrap: 'anywhere',
        }}
      >
        <AttentionDetail item={item} />
      </Box>
    </Box>
  );
}

function AttentionDetail({ item }: { item: AttentionItem }) {
  const { t } = useTranslation('site-overview');
  const formats = useFormats();
  const { kind, count, subjects, points, usual } = item;
  if (kind === 'charges_rejected') return t('chargesNote', { amount: formats.quota(points) });
  if (kind === 'ledger_wrong') return t('ledgerNote');
  const parts = subjects.map((subject) => subjectText(subject, { kind, t, number: formats.number }));
  if (kind === 'calls_refused')
    return [t('usualNote', { usual: formats.number(usual) }), ...parts].join(' · ');
  const more = count - subjects.length;
  const texts = more > 0 ? [...parts, t('more', { count: more })] : parts;
  const hasFacts = subjects.some(({ code, calls }) => code !== '' || calls > 0);
  // Those with facts stand below each other; names alone fit in a line.
  return (hasFacts ? texts : [texts.join(' · ')]).map((text) => <div key={text}>{text}</div>);
}

interface Wording {
  kind: AttentionKind;
  t: ReturnType<typeof useTranslation<'site-overview'>>['t'];
  number: (value: number) => string;
}

function subjectText(
  { name, code, calls, failures, rest_seconds }: AttentionSubject,
  { kind, t, number }: Wording,
): string {
  const reason = code === '' ? '' : codeText(code).replace(/[.。]$/, '');
  if (kind === 'calls_refused') return t('refusedFor', { reason, count: failures });
  const facts = [
    calls > 0 ? t('failedOf', { failures: number(failures), calls: number(calls) }) : '',
    reason,
    rest_seconds > 0 ? t('rests', { seconds: number(rest_seconds) }) : '',
  ].filter(Boolean);
  return facts.length === 0 ? name : t('subject', { name, facts: facts.join(' · ') });
}
