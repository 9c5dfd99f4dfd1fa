import { budgetCalls, formatGatewayNote, logType } from '@turnpike/contract';
import { addBudgetUses } from '../../db/budget-uses.ts';
import { insertLogNote } from '../../db/log-note.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { getChannel, lockChannel } from '../channel/channel-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeAccount } from '../user/change-account.ts';
import { getUser } from '../user/user-repository.ts';
import { assertMayActOn } from '../user/user-rules.ts';
import { periodAt } from './budget-period.ts';
import { findBudget } from './budget-repository.ts';
import { toBudgetView } from './budget-views.ts';
import { isCounted } from './call-budgets.ts';
import { getOwnedBudgets, setOwnedBudgets } from './owned-budgets.ts';

export const budgetRoutes = routesFor(budgetCalls, (deps: ModuleDeps) => ({
  reset: async ({ params, user, requestId, ip }) => {
    const { db, clock, quotaBook, countBook } = deps;
    const budget = await findBudget(db, params.id);
    if (budget === undefined) throw new GatewayError('budget.not_found');
    const { id, owner_type: owner, owner_id, period, model, unit } = budget;
    const nowSeconds = clock.nowSeconds();
    const { start } = periodAt(budget, nowSeconds);
    const book = isCounted(budget) ? countBook : quotaBook;
    await book.resetBudget({ budgetId: id, periodStart: start }, (difference) =>
      db.transaction().execute(async (trx) => {
        await addBudgetUses(trx, [{ budget_id: id, period_start: start, points: difference }]);
        const note = { about: 'budgetReset', owner, ownerId: owner_id, period, model, unit } as const;
        await insertLogNote(trx, {
          ...{ request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
          ...{ created_at: nowSeconds, type: logType.manage, quota: 0 },
          content: formatGatewayNote({ ...note, points: 0 - difference }),
        });
      }),
    );
    return toBudgetView(deps, budget);
  },
  ofChannel: async ({ params }) => {
    await getChannel(deps.db, params.id);
    return getOwnedBudgets(deps, { owner_type: 'channel', owner_id: params.id });
  },
  setOfChannel: async ({ params, input, knownStates }) => {
    const { db, clock, changes } = deps;
    const owner = { owner_type: 'channel', owner_id: params.id } as const;
    await db.transaction().execute(async (trx) => {
      await lockChannel(trx, params.id);
      await setOwnedBudgets(trx, owner, { ...input, knownStates, nowSeconds: clock.nowSeconds() });
    });
    await changes.routingChanged();
    return getOwnedBudgets(deps, owner);
  },
  ofUser: async ({ user, params }) => {
    assertMayActOn(user, await getUser(deps.db, params.id));
    return getOwnedBudgets(deps, { owner_type: 'user', owner_id: params.id });
  },
  setOfUser: async ({ user, params, input, knownStates }) => {
    const { db, clock, changes } = deps;
    const owner = { owner_type: 'user', owner_id: params.id } as const;
    await changeAccount(db, { caller: user, id: params.id }, async ({ trx, caller, target }) => {
      assertMayActOn(caller, target);
      await setOwnedBudgets(trx, owner, { ...input, knownStates, nowSeconds: clock.nowSeconds() });
    });
    changes.userChanged(params.id);
    return getOwnedBudgets(deps, owner);
  },
}));
