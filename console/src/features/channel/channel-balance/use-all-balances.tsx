import type { ReactNode } from 'react';
import { askBalances } from '../channel-api.ts';
import { useChannelRun } from '../channel-test/use-channel-run.tsx';
import { UpdateBalances } from './update-balances.tsx';

/** Updates all balances, and the dialog that shows how far it is. */
export const useAllBalances = (): { start: () => void; dialog: ReactNode } =>
  useChannelRun(askBalances, (state) => <UpdateBalances {...state} />);
