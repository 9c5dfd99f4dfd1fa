import { useQuery } from '@tanstack/react-query';
import { LAST_BUILT_IN_OWNER, modelOwnerChange, modelOwnerInput } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { PictureInput } from '../../ui/form/picture-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { OwnerMark } from '../../ui/owner-mark/owner-mark.tsx';
import { owners, ownersQuery } from './model-owner-api.ts';

/** The form of a new owner, or of the one with this number. */
export function ModelOwnerForm(props: OpenFormProps) {
  const { t } = useTranslation('model-owner');
  const create = useCreate(owners);
  const change = useChange(owners);
  const listed = useQuery(ownersQuery());
  const { onClose } = props;
  return (
    <EntityForm
      {...props}
      query={owners.oneQuery}
      title={t('title')}
      fresh={
        <LoadedForm row={listed} title={t('createTitle')} onClose={onClose}>
          {({ data: taken }) => (
            <SaveForm
              schema={modelOwnerInput}
              values={{
                id: Math.max(LAST_BUILT_IN_OWNER, ...taken.map(({ id }) => id)) + 1,
                name: '',
                icon: '',
              }}
              draft={{ draft: 'model-owner' }}
              title={t('createTitle')}
              submitLabel={t('create')}
              save={create.mutateAsync}
              saved={(_, { name }) => t('created', { name })}
              onClose={onClose}
            >
              <TextInput name="id" label={t('number')} hint={t('numberHint')} isNumber />
              <OwnerFields />
            </SaveForm>
          )}
        </LoadedForm>
      }
    >
      {({ etag, ...owner }) => (
        <SaveForm
          schema={modelOwnerChange}
          values={owner}
          draft={{ draft: 'model-owner', row: owner.id }}
          title={t('editTitle', { name: owner.name, id: owner.id })}
          save={(values) => change.mutateAsync({ ...values, etag })}
          saved={() => t('saved')}
          onClose={onClose}
        >
          <OwnerFields
            saved={{
              address: owner.icon,
              shown: listed.data?.data.find(({ id }) => id === owner.id)?.icon ?? owner.icon,
            }}
          />
        </SaveForm>
      )}
    </EntityForm>
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
