import { useQuery } from '@tanstack/react-query';
import {
  LAST_BUILT_IN_OWNER,
  type ModelOwnerView,
  modelOwnerChange,
  modelOwnerInput,
  type StoredOwnerView,
} from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { PictureInput } from '../../ui/form/picture-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { OwnerMark } from '../../ui/owner-mark/owner-mark.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { modelOwnerQuery, modelOwnersQuery, useChangeOwner, useCreateOwner } from './model-owner-api.ts';

interface ModelOwnerFormProps {
  onClose: () => void;
}

/** The form of a new owner, or of the one with this number. */
export default function ModelOwnerForm({ id, ...props }: ModelOwnerFormProps & { id: string }) {
  return id === 'new' ? <NewOwnerForm {...props} /> : <ExistingOwnerForm id={Number(id)} {...props} />;
}

function NewOwnerForm({ onClose }: ModelOwnerFormProps) {
  const { t } = useTranslation('model-owner');
  const owners = useQuery(modelOwnersQuery());
  return (
    <LoadedForm row={owners} title={t('createTitle')} onClose={onClose}>
      {({ data }) => <NumberedOwnerForm owners={data} onClose={onClose} />}
    </LoadedForm>
  );
}

/** @param owners whose numbers are taken */
function NumberedOwnerForm({ owners, onClose }: ModelOwnerFormProps & { owners: readonly ModelOwnerView[] }) {
  const { t } = useTranslation('model-owner');
  const create = useCreateOwner();
  const id = Math.max(LAST_BUILT_IN_OWNER, ...owners.map((owner) => owner.id)) + 1;
  const form = useContractForm(modelOwnerInput, { id, name: '', icon: '' }, { draft: 'model-owner' });
  return (
    <FormDialog
      form={form}
      title={t('createTitle')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async (values) => {
        await create.mutateAsync(values);
        showToast('success', t('created', { name: values.name }));
        onClose();
      }}
    >
      <TextInput name="id" label={t('number')} hint={t('numberHint')} isNumber />
      <OwnerFields />
    </FormDialog>
  );
}

function ExistingOwnerForm({ id, onClose }: ModelOwnerFormProps & { id: number }) {
  const { t } = useTranslation('model-owner');
  const owner = useQuery(modelOwnerQuery(id));
  return (
    <LoadedForm row={owner} title={t('title')} onClose={onClose}>
      {(owner) => <ChangeOwnerForm owner={owner} onClose={onClose} />}
    </LoadedForm>
  );
}

function ChangeOwnerForm({
  owner: { etag, ...owner },
  onClose,
}: ModelOwnerFormProps & { owner: StoredOwnerView }) {
  const { t } = useTranslation(['model-owner', 'ui']);
  const change = useChangeOwner();
  const shown = useQuery(modelOwnersQuery()).data?.data.find(({ id }) => id === owner.id);
  const form = useContractForm(modelOwnerChange, owner, { draft: 'model-owner', row: owner.id });
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name: owner.name, id: owner.id })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      onSubmit={async (values) => {
        await change.mutateAsync({ ...values, etag });
        showToast('success', t('saved'));
        onClose();
      }}
    >
      <OwnerFields saved={{ address: owner.icon, shown: shown?.icon ?? owner.icon }} />
    </FormDialog>
  );
}

/** @param saved the icon as it was typed, and what is drawn for it */
function OwnerFields({ saved }: { saved?: { address: string; shown: string } }) {
  const { t } = useTranslation('model-owner');
  const name: string = useWatch({ name: 'name' });
  return (
    <>
      <TextInput name="name" label={t('name')} autoFocus />
      <PictureInput
        name="icon"
        label={t('icon')}
        hint={t('iconHint')}
        saved={saved}
        draw={(icon) => <OwnerMark owner={{ name, icon }} size={24} />}
      />
    </>
  );
}
