import Typography from '@mui/material/Typography';
import type { OwnOrderView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { CheckButton } from './check-button.tsx';
import { canCheck, stateTones } from './order-state.ts';

/** An order that no longer waits for its money. */
export function EndedStep({ order }: { order: OwnOrderView }) {
  const { t } = useTranslation('topup');
  const { state, trade_no } = order;
  return (
    <>
      <StatusDot tone={stateTones[state]}>{t(`state_${state}`)}</StatusDot>
      {canCheck(order) ? (
        <>
          <Typography color="textSecondary">{t('endedHint')}</Typography>
          <CheckButton tradeNo={trade_no} label={t('check')} />
        </>
      ) : null}
    </>
  );
}
