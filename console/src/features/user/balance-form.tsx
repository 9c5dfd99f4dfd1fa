import Alert from '@mui/material/Alert';
import { points, quotaChange, type UserView } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeBalance } from './user-api.ts';

/** @param balance points; more cannot be taken away */
const balanceShape = (balance: number) =>
  z
    .object({
      direction: z.enum(['add', 'take']),
      quota: points().refine((value) => value > 0, 'user.quota_change_zero'),
      remark: quotaChange.shape.remark.unwrap().refine((text) => text.trim() !== '', 'field.required'),
    })
    .refine(({ direction, quota }) => direction === 'add' || quota <= balance, {
      path: ['quota'],
      message: 'user.quota_too_low',
    });

interface BalanceFormProps {
  user: UserView;
  onClose: () => void;
}

/** Adds money to an account or takes it away, with a reason that both sides find in the log. */
export function BalanceForm({ user, onClose }: BalanceFormProps) {
  const { t } = useTranslation('user');
  const change = useChangeBalance(user.id);
  const form = useContractForm(
    balanceShape(user.quota),
    { direction: 'add', quota: 0, remark: '' },
    { draft: 'balance', row: user.id },
  );
  return (
    <FormDialog
      form={form}
      title={t('balanceTitle', { name: user.username })}
      submitLabel={t('changeBalance')}
      onClose={onClose}
      onSubmit={async ({ direction, quota, remark }) => {
        await change.mutateAsync({ quota: direction === 'add' ? quota : -quota, remark });
        showToast('success', t('balanceChanged', { name: user.username }));
        onClose();
      }}
    >
      <SelectInput
        name="direction"
        label={t('direction')}
        choices={[
          { value: 'add', label: t('add') },
          { value: 'take', label: t('take') },
        ]}
      />
      <AmountField balance={user.quota} />
      <TextInput name="remark" label={t('reason')} hint={t('reasonHint')} />
      <BalanceAfter balance={user.quota} />
    </FormDialog>
  );
}

function AmountField({ balance }: { balance: number }) {
  const { t } = useTranslation('user');
  const formats = useFormats();
  const isTaken = useWatch({ name: 'direction' }) === 'take';
  return (
    <MoneyInput
      name="quota"
      label={t('amount')}
      hint={isTaken ? t('mostTaken', { amount: formats.quota(balance) }) : undefined}
    />
  );
}

function BalanceAfter({ balance }: { balance: number }) {
  const { t } = useTranslation('user');
  const formats = useFormats();
  const [direction, quota] = useWatch({ name: ['direction', 'quota'] }) as ['add' | 'take', number];
  const after = balance + (direction === 'add' ? quota : -quota);
  const isPossible = Number.isFinite(after) && after >= 0 && quota !== 0;
  return (
    <Alert severity={after < 0 ? 'warning' : 'info'} icon={false} role="status">
      {isPossible
        ? t('balanceAfter', { before: formats.quota(balance), after: formats.quota(after) })
        : t('balanceNow', { amount: formats.quota(balance) })}
    </Alert>
  );
}
