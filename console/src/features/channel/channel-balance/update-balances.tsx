import Box from '@mui/material/Box';
import type { BalancesResult } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../ui/text/use-formats.ts';
import type { RunPart } from '../channel-api.ts';
import { ChannelRun } from '../channel-test/channel-run.tsx';
import type { RunState } from '../channel-test/use-channel-run.tsx';

type Row = BalancesResult['done'][number];

/** How far the update of all balances is, and what became of each. */
export function UpdateBalances(state: RunState<Row>) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  return (
    <ChannelRun<Row>
      {...state}
      title={t('updateBalances')}
      listLabel={t('balance')}
      runningText={({ done = [], failed = [], total }: Partial<RunPart<Row>> = {}) =>
        t('balancesAsked', { asked: done.length + failed.length, total: total ?? '…' })
      }
      doneText={({ done, total }) =>
        total === 0 ? t('balancesNone') : t('balancesDone', { count: done.length })
      }
      failedText={(count) => t('balancesFailed', { count })}
      result={({ balance, balance_currency: currency }) => (
        <Box component="span" className="tabular" sx={{ color: balance > 0 ? 'inherit' : 'error.main' }}>
          {currency === '' ? '' : formats.money(balance, currency)}
        </Box>
      )}
    />
  );
}
