import {
  type BatchResult,
  type quotaChange,
  type UserView,
  type userBatch,
  userCalls,
  userFilterFields,
  userStatus,
} from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { useAction, useSwitch } from '../../ui/list/entity-mutations.ts';
import { entityQueries } from '../../ui/list/entity-queries.ts';
import { addressOf, valuesOf } from '../../ui/list/list-fields.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';

export const users = entityQueries('user', userCalls, {
  // One may change the own names, and a group's members are counted.
  alsoChanges: [['self'], ['user-group']],
});

export const userFilter = listFilter.extend({
  ...addressOf(userFilterFields),
  /** The open form about the user. */
  form: z.enum(['edit', 'balance']).optional().catch(undefined),
});
export type UserFilter = z.output<typeof userFilter>;

export const userExportHref = (filter: UserFilter): string =>
  callAddress(userCalls.exportCsv, {}, valuesOf(userFilterFields, filter));

export const useChangeBalance = (id: number) =>
  useAction(
    users,
    (input: z.input<typeof quotaChange>) => callApi(userCalls.changeQuota, { params: { id }, input }),
    { isQuiet: true },
  );

export type UserAction = 'promote' | 'demote';

export const useManageUser = () =>
  useAction(users, (input: { username: string; action: UserAction }) => callApi(userCalls.manage, { input }));

export const useChangeUsers = () =>
  useAction(
    users,
    (input: z.input<typeof userBatch>): Promise<BatchResult> => callApi(userCalls.batch, { input }),
    { isQuiet: true },
  );

export const useUserSwitch = () =>
  useSwitch(users, {
    send: ({ username }: UserView, isOn) =>
      callApi(userCalls.manage, { input: { username, action: isOn ? 'enable' : 'disable' } }),
    patch: (isOn) => ({ status: isOn ? userStatus.enabled : userStatus.disabled }),
  });
