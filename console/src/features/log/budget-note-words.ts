import type { BudgetNote } from '@turnpike/contract';
import type { TFunction } from 'i18next';
import type { Formats } from '../../ui/text/use-formats.ts';

/** Text of a note about a budget. */
export function budgetNoteWords(
  note: BudgetNote,
  { t, formats }: { t: TFunction<'log'>; formats: Formats },
): string {
  const { owner, ownerId, period, model, unit, points } = note;
  const values = {
    ...{ owner: t(`budgetOf_${owner}`), id: ownerId, period: t(`budget_${period}`) },
    ...{ models: model || t('budgetAllModels'), amount: t(`budgetAmount_${unit}`, { n: points }) },
  };
  switch (note.about) {
    case 'budgetReset':
      return t('noteBudgetReset', values);
    case 'budgetAlert': {
      const percent = Math.floor((note.used / points) * 100);
      return t('noteBudgetAlert', { ...values, used: note.used, percent });
    }
    case 'budgetOverride':
      return note.until === 0
        ? t('noteBudgetOverrideEnd', values)
        : t('noteBudgetOverride', { ...values, until: formats.zonedTime(note.until) });
  }
}
