import type { ReactNode } from 'react';
import { lazyPart } from '../../../ui/loading/lazy-part.ts';
import { askBalances } from '../channel-api.ts';
import { useChannelRun } from '../channel-test/use-channel-run.tsx';

const UpdateBalances = lazyPart(async () => ({
  default: (await import('../rare-list-parts.tsx')).UpdateBalances,
}));

/** Updates all balances, and the dialog that shows how far it is. */
export const useAllBalances = (): { start: () => void; dialog: ReactNode } =>
  useChannelRun(askBalances, (state) => <UpdateBalances {...state} />);
