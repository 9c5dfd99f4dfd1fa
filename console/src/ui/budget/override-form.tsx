import { type BudgetView, budgetOverride } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { MomentInput } from '../form/moment-input.tsx';
import { MoneyInput } from '../form/money-input.tsx';
import { SaveForm } from '../form/save-form.tsx';
import { TextInput } from '../form/text-input.tsx';

interface OverrideFormProps {
  budget: BudgetView;
  save: (override: z.output<typeof budgetOverride>) => Promise<BudgetView>;
  onClose: () => void;
}

/** Another limit of a budget that ends by itself. */
export function OverrideForm({ budget, save, onClose }: OverrideFormProps) {
  const { t } = useTranslation('ui');
  const { limit, unit, override_until } = budget;
  return (
    <SaveForm
      schema={budgetOverride}
      values={{ points: limit, until: override_until ?? 0 }}
      title={t('budgetOverrideTitle')}
      save={save}
      onClose={onClose}
    >
      {unit === 'points' ? (
        <MoneyInput name="points" label={t('budgetLimit')} />
      ) : (
        <TextInput name="points" label={t('budgetLimit')} isNumber />
      )}
      <MomentInput
        name="until"
        label={t('budgetOverrideUntil')}
        hint={t('budgetOverrideHint')}
        noneLabel={t('budgetOverrideNone')}
      />
    </SaveForm>
  );
}
