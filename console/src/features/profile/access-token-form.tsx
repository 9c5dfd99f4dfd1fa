import { type AccessTokenScope, accessTokenInput, accessTokenScope } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useIsAdmin } from '../../api/own-role.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useCreateAccessToken } from './access-token-api.ts';

/** Days until a token expires; 0 for no end. */
const lifetimes = [30, 90, 365, 0] as const;

const form = accessTokenInput.pick({ name: true, scope: true }).extend({ days: z.number() });

interface AccessTokenFormProps {
  onCreated: (token: string) => void;
  onClose: () => void;
}

export function AccessTokenForm({ onCreated, onClose }: AccessTokenFormProps) {
  const { t } = useTranslation('profile');
  const isAdmin = useIsAdmin();
  const create = useCreateAccessToken();
  const fields = useContractForm(form, { name: '', scope: 'own' as AccessTokenScope, days: 90 });
  const scopes = accessTokenScope.filter((scope) => scope !== 'admin' || isAdmin);
  return (
    <FormDialog
      form={fields}
      title={t('createTokenTitle')}
      submitLabel={t('createToken')}
      onClose={onClose}
      onSubmit={async (values) => {
        onCreated((await create.mutateAsync(values)).token);
        onClose();
      }}
    >
      <TextInput name="name" label={t('tokenName')} hint={t('tokenNameHint')} />
      <SelectInput
        name="scope"
        label={t('tokenScope')}
        hint={t(`scopeHint_${fields.watch('scope')}`)}
        choices={scopes.map((scope) => ({ value: scope, label: t(`scope_${scope}`) }))}
      />
      <SelectInput
        name="days"
        label={t('tokenEnds')}
        choices={lifetimes.map((days) => ({
          value: days,
          label: days === 0 ? t('tokenNeverEnds') : t('tokenDays', { count: days }),
        }))}
      />
      <FormError />
    </FormDialog>
  );
}
