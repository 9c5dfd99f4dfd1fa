import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { groupMapQuery } from '../../api/user-group.ts';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import { ExpiryInput } from './expiry-input.tsx';

/** What a token's forms ask; names are those of the contract. */
export function TokenFields() {
  const { t } = useTranslation(['token', 'ui']);
  const formats = useFormats();
  const groups = Object.values(useQuery(groupMapQuery).data ?? {});
  const isUnlimited = useWatch({ name: 'unlimited_quota' }) as boolean;
  const hasHeartbeat = useWatch({ name: 'setting.heartbeat.enabled' }) as boolean;
  return (
    <>
      <TextInput
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        placeholder={t('namePlaceholder')}
        autoFocus
      />
      <SwitchInput name="unlimited_quota" label={t('unlimited')} hint={t('unlimitedHint')} />
      {isUnlimited ? null : <MoneyInput name="remain_quota" label={t('quota')} />}
      <ExpiryInput name="expired_time" label={t('expires')} />
      <SelectInput
        name="group"
        label={t('group')}
        hint={t('groupHint')}
        choices={[
          { value: '', label: t('accountGroup') },
          ...groups.map(({ symbol, name, ratio }) => ({
            value: symbol,
            label: t('groupRatio', { name, ratio: formats.number(ratio, 4) }),
          })),
        ]}
      />
      <FoldedSection title={t('ui:more')}>
        <SwitchInput name="setting.heartbeat.enabled" label={t('heartbeat')} hint={t('heartbeatHint')} />
        {hasHeartbeat ? (
          <TextInput name="setting.heartbeat.timeout_seconds" label={t('heartbeatAfter')} isNumber />
        ) : null}
      </FoldedSection>
    </>
  );
}
