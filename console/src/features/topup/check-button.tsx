import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { useCheckOrder } from './topup-api.ts';

/** Asks the gateway whether an order is paid. It stands where the answer is seen, except that there is none yet. */
export function CheckButton({ tradeNo, label }: { tradeNo: string; label: string }) {
  const { t } = useTranslation('topup');
  const { mutate, data, error, isPending } = useCheckOrder({ isQuiet: true });
  return (
    <>
      <Button variant="outlined" loading={isPending} onClick={() => mutate(tradeNo)}>
        {label}
      </Button>
      {data && !isPending ? (
        <Typography variant="body2" color="textSecondary" role="status">
          {t('notPaidYet')}
        </Typography>
      ) : null}
      {error ? <FailureNote text={errorText(error)} requestId={requestIdOf(error)} /> : null}
    </>
  );
}
