import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { BalancesResult } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText, errorText, requestIdOf } from '../../api/error-text.ts';
import { RequestId } from '../../ui/request-id.tsx';
import { useFormats } from '../../ui/use-formats.ts';

interface UpdateBalancesProps {
  /** Undefined until the first channels have answered. */
  progress: BalancesResult | undefined;
  isRunning: boolean;
  error: unknown;
  /** Also stops what is running. */
  onClose: () => void;
}

/** How far the update of all balances is, and what became of each. */
export default function UpdateBalances({ progress, isRunning, error, onClose }: UpdateBalancesProps) {
  const { t } = useTranslation(['channel', 'ui']);
  const formats = useFormats();
  const titleId = useId();
  const { done = [], failed = [], total = 0 } = progress ?? {};
  const asked = done.length + failed.length;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('updateBalances')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Box role="status" sx={{ display: 'grid', gap: 2 }}>
          {isRunning ? (
            <>
              <Typography>{t('balancesAsked', { asked, total: progress ? total : '…' })}</Typography>
              <LinearProgress
                aria-label={t('updateBalances')}
                {...(total > 0 && { variant: 'determinate', value: (asked / total) * 100 })}
              />
            </>
          ) : null}
          {progress && !isRunning ? (
            <Typography>
              {total === 0 ? t('balancesNone') : t('balancesDone', { count: done.length })}
            </Typography>
          ) : null}
        </Box>
        {error ? (
          <Alert severity="error">
            {errorText(error)}
            <RequestId id={requestIdOf(error)} />
          </Alert>
        ) : null}
        {done.length > 0 ? (
          <Box component="ul" aria-label={t('balance')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {done.map(({ id, name, balance, balance_currency: currency }) => (
              <Box
                component="li"
                key={id}
                sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, py: 1 }}
              >
                <span>{name}</span>
                <Box
                  component="span"
                  className="tabular"
                  sx={{ color: balance > 0 ? 'inherit' : 'error.main' }}
                >
                  {currency === '' ? '' : formats.money(balance, currency)}
                </Box>
              </Box>
            ))}
          </Box>
        ) : null}
        {failed.length > 0 ? (
          <Alert severity="warning">
            {t('balancesFailed', { count: failed.length })}
            <Box component="ul" sx={{ m: 0, pl: 4 }}>
              {failed.map(({ id, name, code }) => (
                <li key={id}>{`${name}: ${codeText(code)}`}</li>
              ))}
            </Box>
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{isRunning ? t('balancesStop') : t('ui:close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
