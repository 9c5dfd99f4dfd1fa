import { userBatch } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import type { UsersChange } from './user-api.ts';
import { useGroupChoices } from './user-words.tsx';

const groupShape = userBatch.pick({ group: true }).required();

interface UsersGroupFormProps {
  count: number;
  onClose: () => void;
  onChosen: (change: UsersChange) => Promise<unknown>;
}

/** Puts many users into one group. */
export function UsersGroupForm({ count, onClose, onChosen }: UsersGroupFormProps) {
  const { t } = useTranslation('user');
  const form = useContractForm(groupShape, { group: 'default' });
  return (
    <FormDialog
      form={form}
      title={t('setGroupTitle', { count })}
      submitLabel={t('setGroup')}
      onClose={onClose}
      onSubmit={({ group }) => onChosen({ action: 'set_group', group })}
    >
      <SelectInput name="group" label={t('group')} hint={t('groupHint')} choices={useGroupChoices()} />
    </FormDialog>
  );
}
