import Alert from '@mui/material/Alert';
import { points, quotaChange, type UserView } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { useRequestKey } from './use-request-key.ts';
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
  const requestKey = useRequestKey();
  const { username: name } = user;
  return (
    <SaveForm
      schema={balanceShape(user.quota)}
      values={{ direction: 'add', quota: 0, remark: '' }}
      draft={{ draft: 'balance', row: user.id }}
      title={t('balanceTitle', { name })}
      submitLabel={t('changeBalance')}
      save={({ direction, quota, remark }) => {
        const input = { quota: direction === 'add' ? quota : -quota, remark };
        return change.mutateAsync({ ...input, request_key: requestKey(input) });
      }}
      saved={() => t('balanceChanged', { name })}
      onClose={onClose}
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
    </SaveForm>
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
