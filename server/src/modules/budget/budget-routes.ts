import { budgetCalls, formatGatewayNote, logType } from '@turnpike/contract';
import { addBudgetUses } from '../../db/budget-uses.ts';
import { insertLogNote } from '../../db/log-note.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { periodAt } from './budget-period.ts';
import { findBudget } from './budget-repository.ts';
import { toBudgetView } from './budget-views.ts';

export const budgetRoutes = routesFor(budgetCalls, (deps: ModuleDeps) => ({
  reset: async ({ params, user, requestId, ip }) => {
    const { db, clock, quotaBook } = deps;
    const budget = await findBudget(db, params.id);
    if (budget === undefined) throw new GatewayError('budget.not_found');
    const { id, owner_type: owner, owner_id, period, model } = budget;
    const nowSeconds = clock.nowSeconds();
    const { start } = periodAt(period, nowSeconds);
    await quotaBook.resetBudget({ budgetId: id, periodStart: start }, (difference) =>
      db.transaction().execute(async (trx) => {
        await addBudgetUses(trx, [{ budget_id: id, period_start: start, points: difference }]);
        const note = { about: 'budgetReset', owner, ownerId: owner_id, period, model } as const;
        await insertLogNote(trx, {
          ...{ request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
          ...{ created_at: nowSeconds, type: logType.manage, quota: 0 },
          content: formatGatewayNote({ ...note, points: 0 - difference }),
        });
      }),
    );
    return toBudgetView(deps, budget);
  },
}));
