import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type { BudgetView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../use-formats.ts';

const NEARLY_SPENT = 80;

export const usedShare = ({ used, points }: BudgetView): number => Math.min(100, (used / points) * 100);

/** What is used of a budget, with its period and models. */
export function BudgetBar({ budget }: { budget: BudgetView }) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { used, points, period, model } = budget;
  const share = usedShare(budget);
  const about = [t(`budget_${period}`), model].filter(Boolean).join(' · ');
  const isSpent = share === 100;
  return (
    <Box sx={{ minWidth: 150 }}>
      <Box
        sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, fontSize: 12 }}
        className="tabular"
      >
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {t('budgetUsed', { used: formats.quota(used), limit: formats.quota(points) })}
        </Box>
        <Box component="span" sx={{ color: isSpent ? 'error.main' : 'text.secondary', minWidth: 0 }}>
          {isSpent ? `${t('budgetSpent')} · ${about}` : about}
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={share}
        color={isSpent ? 'error' : share >= NEARLY_SPENT ? 'warning' : 'primary'}
        aria-label={about}
        sx={{ height: 6, mt: 1, borderRadius: '3px', bgcolor: 'divider' }}
      />
    </Box>
  );
}

/** The budget of a list's row of which most is used, and how many more there are. */
export function FullestBudget({ budgets }: { budgets: readonly BudgetView[] }) {
  const { t } = useTranslation('ui');
  const [fullest, ...others] = [...budgets].sort((a, b) => usedShare(b) - usedShare(a));
  if (fullest === undefined) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1 }}>
        <BudgetBar budget={fullest} />
      </Box>
      {others.length === 0 ? null : (
        <Box component="span" sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {t('budgetsMore', { number: others.length })}
        </Box>
      )}
    </Box>
  );
}
