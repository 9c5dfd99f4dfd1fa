import { budgetCalls, formatGatewayNote, logType } from '@turnpike/contract';
import { addBudgetUses } from '../../db/budget-uses.ts';
import { insertLogNote } from '../../db/log-note.ts';
import type { Db } from '../../db/store.ts';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Changes } from '../changes.ts';
import { getChannel, lockChannel } from '../channel/channel-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeAccount } from '../user/change-account.ts';
import { getUser } from '../user/user-repository.ts';
import { assertMayActOn } from '../user/user-rules.ts';
import { periodAt } from './budget-period.ts';
import { type BudgetRow, findBudget, overrideBudget } from './budget-repository.ts';
import { toBudgetView } from './budget-views.ts';
import { isCounted } from './call-budgets.ts';
import { notedBudget } from './notify-budget.ts';
import { getOwnedBudgets, setOwnedBudgets } from './owned-budgets.ts';

export const budgetRoutes = routesFor(budgetCalls, (deps: ModuleDeps) => ({
  override: async ({ params, input, user, requestId, ip }) => {
    const { db, clock, changes } = deps;
    const budget = await findBudget(db, params.id);
    if (budget === undefined) throw new GatewayError('budget.not_found');
    await assertMayChange(deps, user, budget);
    await db.transaction().execute(async (trx) => {
      if (!(await overrideBudget(trx, budget.id, input))) throw new GatewayError('budget.not_found');
      await insertLogNote(trx, {
        ...{ request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
        ...{ created_at: clock.nowSeconds(), type: logType.manage, quota: 0 },
        content: formatGatewayNote({ about: 'budgetOverride', ...notedBudget(budget), ...input }),
      });
    });
    await budgetChanged(changes, budget);
    const { points: override_points, until: override_until } = input;
    return toBudgetView(deps, { ...budget, override_points, override_until });
  },
  reset: async ({ params, user, requestId, ip }) => {
    const { db, clock, quotaBook, countBook } = deps;
    const budget = await findBudget(db, params.id);
    if (budget === undefined) throw new GatewayError('budget.not_found');
    await assertMayChange(deps, user, budget);
    const { id } = budget;
    const nowSeconds = clock.nowSeconds();
    const { start } = periodAt(budget, nowSeconds);
    const book = isCounted(budget) ? countBook : quotaBook;
    await book.resetBudget({ budgetId: id, periodStart: start }, (difference) =>
      db.transaction().execute(async (trx) => {
        await addBudgetUses(trx, [{ budget_id: id, period_start: start, points: difference }]);
        await insertLogNote(trx, {
          ...{ request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
          ...{ created_at: nowSeconds, type: logType.manage, quota: 0 },
          content: formatGatewayNote({
            about: 'budgetReset',
            ...notedBudget(budget),
            points: 0 - difference,
          }),
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

/** @throws user.role_too_high for the budget of an account that the caller may not change */
async function assertMayChange(
  { db }: Pick<ModuleDeps, 'db'>,
  caller: SignedIn,
  { owner_type, owner_id }: Pick<BudgetRow, 'owner_type' | 'owner_id'>,
): Promise<void> {
  if (owner_type !== 'user' && owner_type !== 'token') return;
  const userId = owner_type === 'user' ? owner_id : await ownerOfToken(db, owner_id);
  // An administrator's own keys are theirs.
  if (owner_type === 'token' && userId === caller.id) return;
  assertMayActOn(caller, await getUser(db, userId));
}

/** @throws budget.not_found for a budget of a key that is gone */
async function ownerOfToken(db: Db, tokenId: number): Promise<number> {
  const row = await db.selectFrom('tokens').select('user_id').where('id', '=', tokenId).executeTakeFirst();
  if (row === undefined) throw new GatewayError('budget.not_found');
  return row.user_id;
}

/** Calls that start afterwards have the new limit. */
async function budgetChanged(
  changes: Changes,
  { owner_type, owner_id }: Pick<BudgetRow, 'owner_type' | 'owner_id'>,
): Promise<void> {
  if (owner_type === 'token') changes.tokenChanged(owner_id);
  else if (owner_type === 'user') changes.userChanged(owner_id);
  else await changes.routingChanged();
}
