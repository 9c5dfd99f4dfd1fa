import { NEVER_EXPIRES, type TokenView, tokenInput } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { toBudgetInputs } from '../../ui/budget/budget-inputs.tsx';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { type TokenInput, tokens } from './token-api.ts';
import { TokenFields } from './token-fields.tsx';

/** `backup_group` is for clients that know one spare group. */
const formSchema = tokenInput.omit({ backup_group: true });
type FormValues = Required<Omit<TokenInput, 'backup_group'>>;

const freshToken: FormValues = {
  name: '',
  expired_time: NEVER_EXPIRES,
  remain_quota: 0,
  unlimited_quota: true,
  group: '',
  spare_groups: [],
  setting: { heartbeat: { enabled: false, timeout_seconds: 30 }, usage_cost: false, cache: false },
  requests_per_minute: 0,
  tokens_per_minute: 0,
  parallel_calls: 0,
  allowed_addresses: [],
  allowed_models: [],
  budgets: [],
};

interface TokenFormProps extends OpenFormProps {
  onCreated: (token: TokenView & { key: string }) => void;
}

/** The form of a new token, or of the one with this id. */
export function TokenForm({ onCreated, ...props }: TokenFormProps) {
  const { t } = useTranslation('token');
  const create = useCreate(tokens);
  const change = useChange(tokens);
  return (
    <EntityForm
      {...props}
      query={tokens.oneQuery}
      title={t('title')}
      fresh={
        <SaveForm
          schema={formSchema}
          values={freshToken}
          draft={{ draft: 'token' }}
          title={t('createTitle')}
          submitLabel={t('create')}
          save={async (values) => onCreated(await create.mutateAsync(values))}
          onClose={props.onClose}
        >
          <TokenFields budgets={[]} />
        </SaveForm>
      }
    >
      {(token) => (
        <SaveForm
          schema={formSchema}
          values={valuesOf(token)}
          draft={{ draft: 'token', row: token.id }}
          title={t('editTitle', { name: token.name })}
          save={(values) => {
            const { id, used_quota, etag } = token;
            return change.mutateAsync({ ...values, id, used_quota, etag });
          }}
          saved={() => t('saved')}
          onClose={props.onClose}
        >
          <TokenFields budgets={token.budgets} />
        </SaveForm>
      )}
    </EntityForm>
  );
}

/** Stored values of the form's fields. */
const valuesOf = (token: TokenView): FormValues => {
  const values = Object.keys(freshToken).map((name) => [name, token[name as keyof FormValues]]);
  return { ...Object.fromEntries(values), budgets: toBudgetInputs(token.budgets) };
};
