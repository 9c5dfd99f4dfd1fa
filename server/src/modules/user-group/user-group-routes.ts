import { userGroupCalls } from '@turnpike/contract';
import { toDecimalText } from '../../billing/decimal.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { assertKnownState } from '../../platform/etag.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { ModuleNeeds } from '../module-needs.ts';
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

export const userGroupRoutes = routesFor(userGroupCalls, ({ db, changes }: ModuleNeeds) => ({
  map: async ({ user }) => {
    const groups = await listVisibleGroups(db, user?.group);
    return Object.fromEntries(groups.map((group) => [group.symbol, group]));
  },
  symbols: () => listEnabledSymbols(db),
  list: ({ query }) => listGroups(db, query),
  get: ({ params }) => getUsedGroup(db, params.id),
  create: async ({ input: { with_default_channels, ...input } }) => {
    const id = await db.transaction().execute(async (trx) => {
      const made = await insertGroup(trx, {
        ...givenMembers(input),
        ...{ symbol: input.symbol, name: input.name, api_rate: input.api_rate },
        ratio: toDecimalText(input.ratio),
        public: toFlag(input.public),
        enable: toFlag(input.enable ?? true),
      });
      if (with_default_channels) await openDefaultChannels(trx, input.symbol);
      return made;
    });
    await changes.routingChanged();
    return getGroup(db, id);
  },
  update: async ({ input: { id, ...input }, knownStates }) => {
    await db.transaction().execute(async (trx) => {
      const { etag } = await lockGroup(trx, id);
      assertKnownState(knownStates, etag);

      await updateGroup(trx, id, {
        ...givenMembers(input),
        ratio: toDecimalText(input.ratio),
        public: toFlag(input.public),
      });
    });
    await changes.routingChanged();
    return getGroup(db, id);
  },
  toggle: async ({ params }) => {
    await toggleGroup(db, params.id);
    await changes.routingChanged();
  },
  remove: async ({ params }) => {
    await deleteGroup(db, params.id);
    await changes.routingChanged();
  },
}));
