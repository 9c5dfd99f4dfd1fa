import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import {
  type BudgetInput,
  type BudgetOwnerType,
  type BudgetView,
  budgetPeriods,
  budgetUnits,
} from '@turnpike/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../form/money-input.tsx';
import { SelectInput } from '../form/select-input.tsx';
import { TextInput } from '../form/text-input.tsx';
import { StoredBudget } from './stored-budget.tsx';

interface BudgetFieldsProps {
  /** Path of the budget in the form. */
  name: string;
  owner: BudgetOwnerType;
  /** Place in the list, from 1. */
  number: number;
  /** Undefined where it is new. */
  stored: BudgetView | undefined;
  onRemove: () => void;
}

/** A window of hours begins with the length that vendors often use. */
const FIRST_HOURS = 5;

export function BudgetFields({ name, owner, number, stored, onRemove }: BudgetFieldsProps) {
  const { t } = useTranslation('ui');
  const { setValue } = useFormContext();
  const { period, unit } = useWatch({ name }) as BudgetInput;
  return (
    <Box
      role="group"
      aria-label={t('budgetNumber', { number })}
      sx={{
        ...{ display: 'grid', gap: 3, p: 3, border: 1, borderColor: 'divider', borderRadius: '8px' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Box
        sx={{ gridColumn: '1 / -1', display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Typography variant="body2" component="span" sx={{ fontWeight: 500 }}>
          {t('budgetNumber', { number })}
        </Typography>
        <IconButton size="small" aria-label={t('budgetRemove', { number })} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
      <SelectInput
        name={`${name}.period`}
        label={t('budgetPeriod')}
        hint={t('budgetPeriodHint')}
        choices={budgetPeriods.map((value) => ({ value, label: t(`budget_${value}`) }))}
        onChosen={(value) => setValue(`${name}.hours`, value === 'hours' ? FIRST_HOURS : 0)}
      />
      {period === 'hours' ? (
        <TextInput name={`${name}.hours`} label={t('budgetHours')} hint={t('budgetHoursHint')} isNumber />
      ) : null}
      <SelectInput
        name={`${name}.unit`}
        label={t('budgetUnit')}
        choices={budgetUnits.map((value) => ({ value, label: t(`budgetUnit_${value}`) }))}
        onChosen={() => setValue(`${name}.points`, 0)}
      />
      {unit === 'points' ? (
        <MoneyInput name={`${name}.points`} label={t('budgetLimit')} />
      ) : (
        <TextInput name={`${name}.points`} label={t('budgetLimit')} isNumber />
      )}
      <TextInput
        name={`${name}.alert_percent`}
        label={t('budgetAlert')}
        hint={t(owner === 'token' || owner === 'user' ? 'budgetAlertHint' : 'budgetAlertLogHint')}
        isNumber
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TextInput
          name={`${name}.model`}
          label={t('budgetModel')}
          hint={t('budgetModelHint')}
          placeholder={t('budgetAllModels')}
        />
      </Box>
      {stored === undefined ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <StoredBudget budget={stored} />
        </Box>
      )}
    </Box>
  );
}
