import { useQuery } from '@tanstack/react-query';
import { budgetCalls } from '@turnpike/contract';
import { BudgetsForm } from '../../ui/budget/budgets-form.tsx';
import { channels } from './channel-api.ts';

/** The budgets of a channel: how much it takes before calls go to others. */
export function ChannelBudgets({ id, onClose }: { id: number; onClose: () => void }) {
  const channel = useQuery(channels.oneQuery(id)).data;
  const owner = { type: 'channel', id, read: budgetCalls.ofChannel, set: budgetCalls.setOfChannel } as const;
  return <BudgetsForm owner={owner} name={channel?.name} onClose={onClose} />;
}
