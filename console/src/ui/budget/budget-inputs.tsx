import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  type BudgetInput,
  type BudgetOwnerType,
  type BudgetView,
  budgetInput,
  isSameBudget,
  MAX_BUDGETS,
} from '@turnpike/contract';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../form/form-section.tsx';
import { BudgetFields } from './budget-fields.tsx';

const fresh: BudgetInput = {
  period: 'month',
  hours: 0,
  model: '',
  unit: 'points',
  points: 0,
  alert_percent: 0,
};

/** Form values of stored budgets. */
export const toBudgetInputs = (budgets: readonly BudgetView[]): BudgetInput[] =>
  budgets.map((budget) => budgetInput.parse(budget));

interface BudgetInputsProps {
  owner: BudgetOwnerType;
  /** As they are stored, with what is used. */
  present: readonly BudgetView[];
}

/** Inputs for what calls of an owner may use in a period. */
export function BudgetInputs({ owner, present }: BudgetInputsProps) {
  const { t } = useTranslation('ui');
  const { fields, append, remove } = useFieldArray({ name: 'budgets' });
  const typed = useWatch({ name: 'budgets' }) as readonly BudgetInput[];
  return (
    <FormSection title={t('budgets')} about={t(`budgetsAbout_${owner}`)}>
      {fields.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('budgetsNone')}
        </Typography>
      ) : null}
      {fields.map(({ id }, index) => {
        const one = typed[index];
        const stored = one && present.find((budget) => isSameBudget(budget, one));
        return (
          <BudgetFields
            key={id}
            name={`budgets.${index}`}
            owner={owner}
            number={index + 1}
            stored={stored}
            onRemove={() => remove(index)}
          />
        );
      })}
      {fields.length < MAX_BUDGETS ? (
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => append(fresh)}
          sx={{ justifySelf: 'start' }}
        >
          {t('budgetAdd')}
        </Button>
      ) : null}
    </FormSection>
  );
}
