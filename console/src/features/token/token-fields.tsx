import { useQuery } from '@tanstack/react-query';
import type { BudgetView } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { groupMapQuery } from '../../api/user-group.ts';
import { ExpiryInput } from '../../ui/form/expiry-input.tsx';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { RareTokenFields } from './rare-token-fields.tsx';

/** Fields of a token's forms, with the names of the contract. */
export function TokenFields({ budgets }: { budgets: readonly BudgetView[] }) {
  const { t } = useTranslation(['token', 'ui']);
  const formats = useFormats();
  const groups = Object.values(useQuery(groupMapQuery).data ?? {});
  const isUnlimited = useWatch({ name: 'unlimited_quota' }) as boolean;
  const groupChoices = groups.map(({ symbol, name, ratio }) => ({
    value: symbol,
    label: t('groupRatio', { name, ratio: formats.number(ratio, 4) }),
  }));
  return (
    <>
      <TextInput name="name" label={t('name')} hint={t('nameHint')} placeholder={t('namePlaceholder')} />
      <SwitchInput name="unlimited_quota" label={t('unlimited')} hint={t('unlimitedHint')} />
      {isUnlimited ? null : <MoneyInput name="remain_quota" label={t('quota')} />}
      <ExpiryInput name="expired_time" label={t('expires')} />
      <SelectInput
        name="group"
        label={t('group')}
        hint={t('groupHint')}
        choices={[{ value: '', label: t('accountGroup') }, ...groupChoices]}
      />
      <FoldedSection title={t('ui:more')} isOpenAtFirst={budgets.length > 0}>
        <RareTokenFields groups={groupChoices} budgets={budgets} />
      </FoldedSection>
    </>
  );
}
