import { useQuery } from '@tanstack/react-query';
import { ownedBudgetsInput } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { type BudgetsOwner, ownedBudgetsQuery, useSetBudgets } from '../../api/budget.ts';
import { LoadedForm } from '../form/loaded-form.tsx';
import { SaveForm } from '../form/save-form.tsx';
import { BudgetInputs, toBudgetInputs } from './budget-inputs.tsx';

interface BudgetsFormProps {
  owner: BudgetsOwner;
  /** Name of the owner; undefined while it is not known. */
  name: string | undefined;
  onClose: () => void;
}

/** The budgets of a channel or a user. */
export function BudgetsForm({ owner, name, onClose }: BudgetsFormProps) {
  const { t } = useTranslation('ui');
  const stored = useQuery(ownedBudgetsQuery(owner));
  const set = useSetBudgets(owner);
  const title = name === undefined ? t('budgets') : t('budgetsOf', { name });
  return (
    <LoadedForm row={stored} title={title} onClose={onClose}>
      {({ budgets, etag }) => (
        <SaveForm
          schema={ownedBudgetsInput}
          values={{ budgets: toBudgetInputs(budgets) }}
          title={title}
          save={(input) => set.mutateAsync({ ...input, etag })}
          saved={() => t('budgetsSaved')}
          onClose={onClose}
          isLong
        >
          <BudgetInputs owner={owner.type} present={budgets} />
        </SaveForm>
      )}
    </LoadedForm>
  );
}
