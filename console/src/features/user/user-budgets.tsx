import { budgetCalls, type UserView } from '@turnpike/contract';
import { BudgetsForm } from '../../ui/budget/budgets-form.tsx';

/** The budgets of a user: how much all their calls may use. */
export function UserBudgets({
  user,
  onClose,
}: {
  user: Pick<UserView, 'id' | 'username'>;
  onClose: () => void;
}) {
  const { id, username } = user;
  const owner = { type: 'user', id, read: budgetCalls.ofUser, set: budgetCalls.setOfUser } as const;
  return <BudgetsForm owner={owner} name={username} onClose={onClose} />;
}
