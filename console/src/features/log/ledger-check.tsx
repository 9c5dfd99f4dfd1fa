import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { LedgerCheckView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { ledgerCheckQuery, useStartLedgerCheck } from './log-api.ts';

/** Shows administrators the result of the nightly ledger check, and starts one by hand. */
export function LedgerCheck() {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const state = useQuery(ledgerCheckQuery).data;
  const start = useStartLedgerCheck();
  const [isOpen, setOpen] = useState(false);
  if (state === undefined) return null;
  const { running, last, time_zone } = state;
  return (
    <>
      {/* On phones behind what the log itself has. */}
      <Button variant="text" color="inherit" onClick={() => setOpen(true)} sx={{ order: { xs: 1, sm: 0 } }}>
        <StatusDot tone={toneOf(last)}>{running ? t('ledgerRuns') : t(`ledger_${resultOf(last)}`)}</StatusDot>
      </Button>
      <SideDrawer
        isOpen={isOpen}
        title={t('ledgerTitle')}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button disabled={running !== null} onClick={() => start.mutate(true)}>
              {t('ledgerCheckAll')}
            </Button>
            <Button variant="contained" loading={running !== null} onClick={() => start.mutate(false)}>
              {t('ledgerCheckNow')}
            </Button>
          </>
        }
      >
        <Typography sx={{ mb: 4 }}>{t('ledgerHint', { zone: time_zone })}</Typography>
        {running ? (
          <Box role="status" sx={{ mb: 4 }}>
            <Typography sx={{ mb: 2 }}>
              {t('ledgerProgress', {
                accounts: formats.number(running.accounts),
                entries: formats.number(running.entries),
              })}
            </Typography>
            <LinearProgress aria-label={t('ledgerRuns')} />
          </Box>
        ) : null}
        {last ? (
          <CheckResult check={last} />
        ) : running ? null : (
          <Alert severity="info">{t('ledger_unchecked')}</Alert>
        )}
      </SideDrawer>
    </>
  );
}

function CheckResult({ check }: { check: LedgerCheckView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { difference, failure } = check;
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Alert severity={difference ? 'error' : failure ? 'warning' : 'success'}>
        {difference ? t(`ledgerFault_${difference.code}`) : failure || t('ledgerIsRight')}
      </Alert>
      <DetailList
        entries={[
          {
            name: t('user'),
            value: difference?.user_id ? <AccountLink id={difference.user_id} /> : undefined,
          },
          { name: t('ledgerEntry'), value: difference?.entry_id ? `#${difference.entry_id}` : undefined },
          { name: t('ledgerFinding'), value: difference?.what },
          { name: t('time'), value: <TimeText epochSeconds={check.started_at} isExact /> },
          { name: t('duration'), value: formats.duration(check.duration_ms) },
          { name: t('ledgerFrom'), value: check.is_full ? t('ledgerFromStart') : t('ledgerFromClosings') },
          { name: t('ledgerAccounts'), value: formats.number(check.accounts) },
          { name: t('ledgerEntries'), value: formats.number(check.entries) },
        ]}
      />
    </Box>
  );
}

const AccountLink = ({ id }: { id: number }) => (
  <TextLink to={`/panel/statement?user=${id}&view=entries&range=all`}>{`#${id}`}</TextLink>
);

function resultOf(last: LedgerCheckView | null): 'unchecked' | 'different' | 'failed' | 'right' {
  if (last === null) return 'unchecked';
  if (last.difference !== null) return 'different';
  return last.failure === '' ? 'right' : 'failed';
}

const tones = { unchecked: 'quiet', different: 'broken', failed: 'look', right: 'good' } as const;
const toneOf = (last: LedgerCheckView | null): Tone => tones[resultOf(last)];
