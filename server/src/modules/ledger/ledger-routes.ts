import { ledgerCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const ledgerRoutes = routesFor(ledgerCalls, ({ ledgerCheck }: ModuleDeps) => ({
  check: () => ledgerCheck.state,
  startCheck: ({ input }) => {
    void ledgerCheck.run({ isFull: input.is_full ?? false });
    return ledgerCheck.state;
  },
}));
