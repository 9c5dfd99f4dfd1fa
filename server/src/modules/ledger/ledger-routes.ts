import { ledgerCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';

export const ledgerRoutes = routesFor(ledgerCalls, ({ ledgerCheck }: ModuleNeeds) => ({
  check: () => ledgerCheck.state,
  startCheck: ({ input }) => {
    void ledgerCheck.run({ isFull: input.is_full ?? false });
    return ledgerCheck.state;
  },
}));
