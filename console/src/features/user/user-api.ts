import {
  type BatchResult,
  type ListedUserView,
  type quotaChange,
  secondFactorCalls,
  type userBatch,
  userCalls,
  userFilterFields,
  userStatus,
} from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
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
  form: z.enum(['edit', 'balance', 'budgets']).optional().catch(undefined),
});
export type UserFilter = z.output<typeof userFilter>;

export const userExportHref = (filter: UserFilter): string =>
  callAddress(
    userCalls.exportCsv,
    {},
    { ...valuesOf(userFilterFields, filter), time_zone: readerTimeZone() },
  );

export const useChangeBalance = (id: number) =>
  useAction(
    users,
    (input: z.input<typeof quotaChange>) => callApi(userCalls.changeQuota, { params: { id }, input }),
    { isQuiet: true },
  );

export type UserAction = 'promote' | 'demote';

export const useManageUser = () =>
  useAction(users, (input: { username: string; action: UserAction }) => callApi(userCalls.manage, { input }));

export const useResetFactor = () =>
  useAction(users, (id: number) => callApi(secondFactorCalls.reset, { params: { id } }));

export type UsersChange = Omit<z.input<typeof userBatch>, 'ids'>;

/** Users that one request changes, so that there is progress to show. */
export const USERS_AT_ONCE = 10;

/** Changes many users, some at a time. @throws what a request throws; those before it are done */
export const useChangeUsers = () =>
  useAction(
    users,
    async (given: { ids: number[]; change: UsersChange; onProgress: (count: number) => void }) => {
      const { ids, change, onProgress } = given;
      const result: BatchResult = { done: [], failed: [] };
      for (let start = 0; start < ids.length; start += USERS_AT_ONCE) {
        onProgress(start);
        const some = ids.slice(start, start + USERS_AT_ONCE);
        const { done, failed } = await callApi(userCalls.batch, { input: { ...change, ids: some } });
        result.done.push(...done);
        result.failed.push(...failed);
      }
      return result;
    },
    { isQuiet: true },
  );

export const useUserSwitch = () =>
  useSwitch(users, {
    send: ({ username }: ListedUserView, isOn) =>
      callApi(userCalls.manage, { input: { username, action: isOn ? 'enable' : 'disable' } }),
    patch: (isOn) => ({ status: isOn ? userStatus.enabled : userStatus.disabled }),
  });
