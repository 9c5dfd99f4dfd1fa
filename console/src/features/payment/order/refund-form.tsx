import Alert from '@mui/material/Alert';
import { currencyDecimals, type OrderView, orderCalls, refundPoints } from '@turnpike/contract';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../../../api/api-error.ts';
import { SaveForm } from '../../../ui/form/save-form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { DetailList } from '../../../ui/text/detail-list.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { useRefund } from './order-api.ts';

/** A refund that was sent and not answered. */
export interface StartedRefund {
  request_no: string;
  amount: number;
  reason: string;
}

interface RefundFormProps {
  order: OrderView;
  /** Sent again as it was. */
  started: StartedRefund | undefined;
  onClose: () => void;
}

// `randomUUID` exists on pages of https only.
const newRequestNo = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

const unknownResults = ['order.refund_unknown', 'network.offline'];

/** Pays an order back. The same dialog has one request number, so that a repetition pays back once. */
export function RefundForm({ order: present, started, onClose }: RefundFormProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const refund = useRefund(present.id);
  // A refund under way counts as paid back already, and must not change the dialog that sends it.
  const [order] = useState(present);
  const [sent, setSent] = useState(started);
  const requestNo = useRef(started?.request_no ?? newRequestNo());
  const money = (amount: number) => formats.money(amount, order.order_currency);
  const rest = toMajor(toMinor(order.order_amount, order) - toMinor(order.refunded_amount, order), order);

  async function save({ amount, reason }: { amount: number; reason: string }) {
    const input = { request_no: requestNo.current, amount, reason };
    try {
      return await refund.mutateAsync(input);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (unknownResults.includes(code)) setSent(input);
      // The gateway has refused this request for good; another attempt is another request.
      if (code === 'payment.check_failed') requestNo.current = newRequestNo();
      throw error;
    }
  }

  return (
    <SaveForm
      schema={sent ? sentShape : refundShape(order, rest)}
      values={{ amount: started?.amount ?? rest, reason: started?.reason ?? '' }}
      title={t('refundTitle', { name: order.username })}
      submitLabel={sent ? t('sendAgain') : t('refund')}
      save={save}
      saved={(_, { amount }) => t('refundDone', { amount: money(amount) })}
      onClose={onClose}
    >
      {sent ? (
        <>
          <Alert severity="info">{t('sendAgainHint')}</Alert>
          <DetailList
            entries={[
              { name: t('refundAmount'), value: money(sent.amount) },
              { name: t('refundReason'), value: sent.reason },
            ]}
          />
        </>
      ) : (
        <>
          <TextInput
            name="amount"
            label={t('refundAmountIn', { currency: order.order_currency })}
            hint={t('refundRest', { amount: money(rest) })}
            isNumber
            autoFocus
          />
          <TextInput name="reason" label={t('refundReason')} hint={t('refundReasonHint')} />
          <PointsTaken order={order} />
        </>
      )}
    </SaveForm>
  );
}

function PointsTaken({ order }: { order: OrderView }) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const minor = toMinor(Number(useWatch({ name: 'amount' })), order);
  const payMinor = toMinor(order.order_amount, order);
  const refundedMinor = toMinor(order.refunded_amount, order);
  if (!(minor > 0 && minor <= payMinor - refundedMinor)) return null;
  const part = (points: number) => refundPoints(points, { payMinor, refundedMinor }, minor);
  return (
    <Alert severity="info" icon={false} role="status">
      {t('pointsTaken', {
        amount: formats.quota(part(order.quota) + part(order.bonus_quota)),
        name: order.username,
      })}
    </Alert>
  );
}

const toMinor = (amount: number, { order_currency }: OrderView): number =>
  Math.round(amount * 10 ** currencyDecimals[order_currency]);
const toMajor = (minor: number, { order_currency }: OrderView): number =>
  minor / 10 ** currencyDecimals[order_currency];

const { amount, reason } = orderCalls.refund.input.shape;
const sentShape = z.object({ amount, reason });
const refundShape = (order: OrderView, rest: number) =>
  z.object({
    amount: amount
      .refine((value) => value > 0 && toMajor(toMinor(value, order), order) === value, 'order.refund_amount')
      .refine((value) => value <= rest, 'order.more_than_paid'),
    reason,
  });
