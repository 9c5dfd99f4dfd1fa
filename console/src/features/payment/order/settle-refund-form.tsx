import Alert from '@mui/material/Alert';
import { type OrderView, type OutputOf, orderCalls } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SaveForm } from '../../../ui/form/save-form.tsx';
import { SelectInput } from '../../../ui/form/select-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { useSettleRefund } from './order-api.ts';

export type OrderRefund = OutputOf<typeof orderCalls.get>['refunds'][number];

interface SettleRefundFormProps {
  order: OrderView;
  refund: OrderRefund;
  onClose: () => void;
}

const results = ['paid', 'unpaid'] as const;
const schema = z.object({
  result: z.enum(results, 'required'),
  reason: orderCalls.settleRefund.input.shape.reason,
});

/** Ends a refund or a dispute by the word of an administrator who has looked at the gateway. */
export function SettleRefundForm({ order, refund, onClose }: SettleRefundFormProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const settle = useSettleRefund(order.id);
  const { id: refund_id, kind, amount } = refund;
  return (
    <SaveForm
      schema={schema}
      values={{ result: '' as 'paid', reason: '' }}
      title={t(kind === 'dispute' ? 'settleDisputeTitle' : 'settleTitle', { name: order.username })}
      submitLabel={t('settle')}
      save={({ result, reason }) =>
        settle.mutateAsync({ refund_id, is_paid_back: result === 'paid', reason })
      }
      saved={() => t('settled')}
      onClose={onClose}
    >
      <Alert severity="warning">
        {t('settleHint', { amount: formats.money(amount, order.order_currency) })}
      </Alert>
      <SelectInput
        name="result"
        label={t('settleResult')}
        choices={[
          { value: '', label: t('settleChoose') },
          ...results.map((result) => ({ value: result, label: t(`settle_${kind}_${result}`) })),
        ]}
      />
      <TextInput name="reason" label={t('refundReason')} hint={t('refundReasonHint')} />
    </SaveForm>
  );
}
