import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type BudgetView, budgetPeriods } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useResetBudget } from '../../api/budget.ts';
import { useIsAdmin } from '../../api/own-role.ts';
import { ConfirmButton } from '../action/confirm-button.tsx';
import { MoneyInput } from '../form/money-input.tsx';
import { SelectInput } from '../form/select-input.tsx';
import { TextInput } from '../form/text-input.tsx';
import { useFormats } from '../text/use-formats.ts';
import { BudgetBar } from './budget-bar.tsx';

interface BudgetFieldsProps {
  /** Path of the budget in the form. */
  name: string;
  /** Place in the list, from 1. */
  number: number;
  /** Undefined where it is new. */
  stored: BudgetView | undefined;
  onRemove: () => void;
}

export function BudgetFields({ name, number, stored, onRemove }: BudgetFieldsProps) {
  const { t } = useTranslation('ui');
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
      />
      <MoneyInput name={`${name}.points`} label={t('budgetLimit')} />
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

function StoredBudget({ budget }: { budget: BudgetView }) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const isAdmin = useIsAdmin();
  const reset = useResetBudget();
  const { id, used, held, ends_at } = budget;
  const said = [
    held > 0 ? t('budgetHeld', { held: formats.quota(held) }) : '',
    ends_at === null ? '' : t('budgetEnds', { time: formats.zonedTime(ends_at) }),
  ];
  return (
    <>
      <BudgetBar budget={budget} />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mt: 1 }}>
        <Typography variant="caption" color="textSecondary">
          {said.filter(Boolean).join(' · ')}
        </Typography>
        {isAdmin && used > 0 ? (
          <ConfirmButton
            label={t('budgetReset')}
            title={t('budgetResetTitle')}
            isBusy={reset.isPending}
            onConfirm={() => reset.mutate(id)}
          >
            {t('budgetResetHint')}
          </ConfirmButton>
        ) : null}
      </Box>
    </>
  );
}
