import {
  type NotificationField,
  type NotificationServiceType,
  type NotificationTargetView,
  notificationServices,
  notificationServiceType,
} from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../../api/own-role.ts';
import { readerTimeZone } from '../../../ui/date/time-zone.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { SelectInput } from '../../../ui/form/select-input.tsx';
import { SwitchInput } from '../../../ui/form/switch-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { KindsInput } from './kinds-input.tsx';
import { useSaveTarget } from './notification-api.ts';
import { TargetTest } from './target-test.tsx';
import { freshTarget, initialConfig, targetShape, toInput, valuesOf } from './target-values.ts';

interface TargetDialogProps {
  /** Left out, a new one is made. */
  target?: NotificationTargetView | undefined;
  onClose: () => void;
}

/** The form of a target, drawn from the catalogue of services. Drafts are not kept, because of the secrets. */
export function TargetDialog({ target, onClose }: TargetDialogProps) {
  const { t } = useTranslation('profile');
  const isAdmin = useIsAdmin();
  const save = useSaveTarget(target?.id);
  const secrets = target?.secrets ?? [];
  const form = useContractForm(
    targetShape(secrets),
    target === undefined ? freshTarget(readerTimeZone()) : valuesOf(target),
  );
  const type = form.watch('type');
  const { fields, isSelfHosted } = notificationServices[type];

  /** Another service has other fields. */
  function onTypeChosen(next: NotificationServiceType) {
    form.clearErrors();
    form.setValue('config', initialConfig(next));
    form.setValue('allow_private', false);
  }

  return (
    <FormDialog
      form={form}
      title={target === undefined ? t('addTarget') : t('editTargetTitle', { name: target.name })}
      submitLabel={target === undefined ? t('addTarget') : t('saveTarget')}
      onClose={onClose}
      onSubmit={async (values) => {
        await save.mutateAsync(toInput(values, isAdmin));
        onClose();
      }}
    >
      {target === undefined ? (
        <SelectInput
          name="type"
          label={t('targetService')}
          hint={t(`serviceHint_${type}`)}
          choices={notificationServiceType.map((value) => ({ value, label: t(`service_${value}`) }))}
          onChosen={onTypeChosen}
        />
      ) : null}
      <TextInput name="name" label={t('targetName')} />
      {fields.map((field) => (
        <ConfigInput key={`${type}.${field.name}`} field={field} isStored={secrets.includes(field.name)} />
      ))}
      {isAdmin && isSelfHosted ? (
        <SwitchInput name="allow_private" label={t('targetPrivate')} hint={t('targetPrivateHint')} />
      ) : null}
      <TargetTest id={target?.id} />
      <KindsInput />
      <TextInput
        name="quiet"
        label={t('quietHours')}
        hint={t('quietHoursHint')}
        placeholder="22:00-07:00"
        isOptional
      />
      <TextInput name="time_zone" label={t('targetZone')} hint={t('targetZoneHint')} />
      <SwitchInput name="enabled" label={t('targetEnabled')} />
    </FormDialog>
  );
}

/** A field of a service, as its description has it. */
function ConfigInput({ field, isStored }: { field: NotificationField; isStored: boolean }) {
  const { t } = useTranslation('profile');
  const { name, kind, isRequired, isSecret } = field;
  const look = {
    name: `config.${name}`,
    label: t(`field_${name}` as 'field_url'),
    hint: isStored ? t('secretKept') : undefined,
    isOptional: !isRequired,
    placeholder: isStored ? '••••••••' : kind === 'text' ? '' : 'https://',
  };
  return isSecret && kind === 'text' ? (
    <PasswordInput {...look} autoComplete="off" />
  ) : (
    <TextInput {...look} type={kind === 'text' ? 'text' : 'url'} />
  );
}
