import Alert from '@mui/material/Alert';
import { userBatch } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { useRequestKey } from './use-request-key.ts';
import type { UsersChange } from './user-api.ts';

const giveShape = userBatch.pick({ quota: true, remark: true }).required();

interface UsersGiveFormProps {
  count: number;
  onClose: () => void;
  onChosen: (change: UsersChange) => Promise<unknown>;
}

/** Adds the same amount to the balances of many users. A second try of the same form gives nothing twice. */
export function UsersGiveForm({ count, onClose, onChosen }: UsersGiveFormProps) {
  const { t } = useTranslation('user');
  const form = useContractForm(giveShape, { quota: 0, remark: '' });
  const requestKey = useRequestKey();
  return (
    <FormDialog
      form={form}
      title={t('giveTitle', { count })}
      submitLabel={t('give')}
      onClose={onClose}
      onSubmit={(given) => onChosen({ action: 'give', ...given, request_key: requestKey(given) })}
    >
      <MoneyInput name="quota" label={t('amountEach')} />
      <TextInput name="remark" label={t('reason')} hint={t('reasonHint')} isOptional />
      <GivenInAll count={count} />
    </FormDialog>
  );
}

function GivenInAll({ count }: { count: number }) {
  const { t } = useTranslation('user');
  const formats = useFormats();
  const quota = useWatch({ name: 'quota' }) as number;
  const total = Number.isFinite(quota) ? quota * count : 0;
  return (
    <Alert severity="info" icon={false} role="status">
      {t('givenInAll', { count, amount: formats.quota(total) })}
    </Alert>
  );
}
