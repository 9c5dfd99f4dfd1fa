import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { BudgetView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverrideBudget, useResetBudget } from '../../api/budget.ts';
import { useIsAdmin } from '../../api/own-role.ts';
import { ConfirmButton } from '../action/confirm-button.tsx';
import { useFormats } from '../text/use-formats.ts';
import { BudgetBar } from './budget-bar.tsx';
import { OverrideForm } from './override-form.tsx';
import { useBudgetTexts } from './use-budget-texts.ts';

/** Use of a stored budget; administrators may give it back, or set another limit for a while. */
export function StoredBudget({ budget: stored }: { budget: BudgetView }) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { amount } = useBudgetTexts();
  const isAdmin = useIsAdmin();
  const reset = useResetBudget();
  const override = useOverrideBudget(stored.id);
  const [isOverriding, setOverriding] = useState(false);
  // The form around keeps what it was opened with.
  const last = override.submittedAt > reset.submittedAt ? override : reset;
  const budget = last.data ?? override.data ?? reset.data ?? stored;
  const { id, used, held, unit, points, ends_at, override_until } = budget;
  const said = [
    held > 0 ? t('budgetHeld', { held: amount(held, unit) }) : '',
    ends_at === null ? '' : t('budgetEnds', { time: formats.zonedTime(ends_at) }),
    override_until === null
      ? ''
      : t('budgetOverridden', { time: formats.zonedTime(override_until), limit: amount(points, unit) }),
  ];
  return (
    <>
      <BudgetBar budget={budget} />
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, mt: 1 }}>
        <Typography variant="caption" color="textSecondary" sx={{ mr: 'auto' }}>
          {said.filter(Boolean).join(' · ')}
        </Typography>
        {isAdmin ? (
          <Button variant="outlined" onClick={() => setOverriding(true)}>
            {t('budgetOverride')}
          </Button>
        ) : null}
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
      {isOverriding ? (
        <OverrideForm budget={budget} save={override.mutateAsync} onClose={() => setOverriding(false)} />
      ) : null}
    </>
  );
}
