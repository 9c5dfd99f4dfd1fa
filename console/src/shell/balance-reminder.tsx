import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/call-api.ts';
import { firstCalls } from '../api/first-calls.ts';
import { selfQuery, useSelf } from '../api/self.ts';
import { spaceAfter } from '../i18n/close-up.ts';
import { BalanceLink, NoBalance, neverHadBalance } from '../ui/state/no-balance.tsx';
import { useFormats } from '../ui/text/use-formats.ts';

/** Says once that the own balance runs out, until it is dismissed or topped up. */
export function BalanceReminder() {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const self = useSelf();
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => callApi(firstCalls.dismissReminder, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: selfQuery.queryKey }),
  });
  if (!self?.has_balance_reminder) return null;
  return (
    <Alert
      severity={neverHadBalance(self) ? 'info' : 'warning'}
      action={
        <Button color="inherit" size="small" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t('dismissBalance')}
        </Button>
      }
    >
      {neverHadBalance(self) ? (
        <NoBalance self={self} />
      ) : (
        <>
          {spaceAfter(t('balanceLow', { balance: formats.quota(self.quota) }))}
          <BalanceLink self={self} />
        </>
      )}
    </Alert>
  );
}
