import { useQuery } from '@tanstack/react-query';
import { NEVER_EXPIRES, type TokenView, tokenInput } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { toBudgetInputs } from '../../ui/budget/budget-inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { type TokenInput, tokenQuery, useChangeToken, useCreateToken } from './token-api.ts';
import { TokenFields } from './token-fields.tsx';

const freshToken: Required<TokenInput> = {
  name: '',
  expired_time: NEVER_EXPIRES,
  remain_quota: 0,
  unlimited_quota: true,
  group: '',
  backup_group: '',
  setting: { heartbeat: { enabled: false, timeout_seconds: 30 }, usage_cost: false },
  requests_per_minute: 0,
  tokens_per_minute: 0,
  parallel_calls: 0,
  allowed_addresses: [],
  allowed_models: [],
  budgets: [],
};

interface NewTokenFormProps {
  onClose: () => void;
  onCreated: (token: TokenView & { key: string }) => void;
}

/** The form of a new token, or of the one with this id. */
export default function TokenForm({ id, ...props }: NewTokenFormProps & { id: string }) {
  return id === 'new' ? (
    <NewTokenForm {...props} />
  ) : (
    <ExistingTokenForm id={Number(id)} onClose={props.onClose} />
  );
}

function NewTokenForm({ onClose, onCreated }: NewTokenFormProps) {
  const { t } = useTranslation('token');
  const create = useCreateToken();
  const form = useContractForm(tokenInput, freshToken, { draft: 'token' });
  return (
    <FormDialog
      form={form}
      title={t('createTitle')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async (values) => onCreated(await create.mutateAsync(values))}
    >
      <TokenFields budgets={[]} />
    </FormDialog>
  );
}

function ExistingTokenForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('token');
  const token = useQuery(tokenQuery(id));
  return (
    <LoadedForm row={token} title={t('title')} onClose={onClose}>
      {(token) => <ChangeTokenForm token={token} onClose={onClose} />}
    </LoadedForm>
  );
}

function ChangeTokenForm({ token, onClose }: { token: TokenView; onClose: () => void }) {
  const { t } = useTranslation(['token', 'ui']);
  const change = useChangeToken();
  const form = useContractForm(tokenInput, valuesOf(token), { draft: 'token', row: token.id });
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name: token.name })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      onSubmit={async (values) => {
        const { id, used_quota, etag } = token;
        await change.mutateAsync({ ...values, id, used_quota, etag });
        showToast('success', t('saved'));
        onClose();
      }}
    >
      <TokenFields budgets={token.budgets} />
    </FormDialog>
  );
}

/** Stored values of the form's fields. */
const valuesOf = (token: TokenView): Required<TokenInput> => {
  const values = Object.keys(freshToken).map((name) => [name, token[name as keyof TokenInput]]);
  return { ...Object.fromEntries(values), budgets: toBudgetInputs(token.budgets) };
};
