import { type BudgetInput, type UsedGroupView, userGroupCalls } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { toDecimalText } from '../../billing/decimal.ts';
import type { Tables } from '../../db/tables.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { assertKnownState } from '../../platform/etag.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { replaceBudgets } from '../budget/budget-repository.ts';
import { withBudgets } from '../budget/budget-views.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  deleteGroup,
  getGroup,
  getUsedGroup,
  insertGroup,
  listEnabledSymbols,
  listGroups,
  listVisibleGroups,
  lockGroup,
  openDefaultChannels,
  toggleGroup,
  updateGroup,
} from './user-group-repository.ts';

const toFlag = (value: boolean) => (value ? 1 : 0);

export const userGroupRoutes = routesFor(userGroupCalls, (deps: ModuleDeps) => {
  const { db, clock, changes } = deps;
  const setBudgets = (trx: Transaction<Tables>, id: number, budgets: readonly BudgetInput[]) =>
    replaceBudgets(trx, { owner_type: 'group', owner_id: id }, { budgets, nowSeconds: clock.nowSeconds() });

  return {
    map: async ({ user }) => {
      const groups = await listVisibleGroups(db, user?.group);
      return Object.fromEntries(groups.map((group) => [group.symbol, group]));
    },
    symbols: () => listEnabledSymbols(db),
    list: async ({ query }) => {
      const page = await listGroups(db, query);
      return { ...page, data: await withBudgets(deps, 'group', page.data) };
    },
    get: async ({ params }) => {
      const [group] = await withBudgets(deps, 'group', [await getUsedGroup(db, params.id)]);
      return group as UsedGroupView;
    },
    create: async ({ input: { with_default_channels, budgets = [], ...input } }) => {
      const id = await db.transaction().execute(async (trx) => {
        const made = await insertGroup(trx, {
          ...givenMembers(input),
          ...{ symbol: input.symbol, name: input.name, api_rate: input.api_rate },
          ratio: toDecimalText(input.ratio),
          public: toFlag(input.public),
          enable: toFlag(input.enable ?? true),
        });
        await setBudgets(trx, made, budgets);
        if (with_default_channels) await openDefaultChannels(trx, input.symbol);
        return made;
      });
      await changes.routingChanged();
      return getGroup(db, id);
    },
    update: async ({ input: { id, budgets, ...input }, knownStates }) => {
      await db.transaction().execute(async (trx) => {
        const { etag } = await lockGroup(trx, id);
        assertKnownState(knownStates, etag);

        await updateGroup(trx, id, {
          ...givenMembers(input),
          ratio: toDecimalText(input.ratio),
          public: toFlag(input.public),
        });
        if (budgets !== undefined) await setBudgets(trx, id, budgets);
      });
      await changes.routingChanged();
      return getGroup(db, id);
    },
    toggle: async ({ params }) => {
      await toggleGroup(db, params.id);
      await changes.routingChanged();
    },
    remove: async ({ params, query }) => {
      const moved = await deleteGroup(db, params.id, query.move_to);
      changes.tokensChanged(moved);
      await changes.routingChanged();
    },
  };
});
