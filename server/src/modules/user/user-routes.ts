import { type OpenUserView, role, userCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { confirmBy } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { dismissReminder } from './balance-reminder.ts';
import { changeAccount } from './change-account.ts';
import { changeOwnAccount, changeUser } from './change-user.ts';
import { changeUsers } from './change-users.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { manageUser } from './manage-user.ts';
import { getSelf } from './own-account.ts';
import type { SignIns } from './sign-ins.ts';
import { withFacts } from './user-facts.ts';
import { exportUsers, listUsers } from './user-list.ts';
import { changeQuota } from './user-quota.ts';
import { getStoredUser, getUser } from './user-repository.ts';
import { assertIsAbove, assertMayActOn, assertMayCreate } from './user-rules.ts';

const { login, logout, ...ownCalls } = userCalls;

export const userRoutes = routesFor(ownCalls, (deps: ModuleDeps & { signIns: SignIns }) => {
  const { db, jobs, clock, options, changes } = deps;
  const todayOf = (timeZone: string | undefined) => ({ timeZone, nowSeconds: clock.nowSeconds() });
  const listedBy = ({ time_zone }: { time_zone?: string | undefined }) => ({
    ...todayOf(time_zone),
    lowBalance: options.number('QuotaRemindThreshold'),
  });
  return {
    self: ({ user }) => getSelf(deps, user),
    dismissReminder: ({ user }) => dismissReminder(db, user.id),
    changeSelf: ({ user, input, ...facts }) => changeOwnAccount(deps, user, input, facts),
    list: ({ query }) => listUsers(db, query, listedBy(query)),
    exportCsv: ({ query }) => exportUsers(jobs, query, listedBy(query)),
    get: async ({ user, params, query }) => {
      const target = await getStoredUser(db, params.id);
      if (target.id !== user.id) assertMayActOn(user, target);
      const [open] = await withFacts(db, [target], todayOf(query.time_zone));
      return open as OpenUserView;
    },
    create: async ({ user, input, ...facts }) => {
      const { username, password, display_name = username, group = 'default', email = '', quota } = input;
      const given = input.role ?? role.common;
      assertMayCreate(user, given);
      if (given > role.common) assertInPerson(user);
      const useProof =
        given > role.common ? confirmBy(deps, user, { action: 'administrator', facts }) : undefined;
      const draft = { username, password, display_name, role: given, group, email, quota };
      return createUser(deps, draft, { ...facts, by: user, useProof });
    },
    update: ({ user, input, ...facts }) => changeUser(deps, user, input, facts),
    remove: async ({ user, params }) => {
      await changeAccount(db, { caller: user, id: params.id }, async ({ trx, caller, target }) => {
        assertIsAbove(caller, target);
        await deleteUser(deps, trx, target.id);
      });
      changes.userChanged(params.id);
    },
    manage: ({ user, input, ...facts }) =>
      manageUser(deps, user, {
        ...input,
        useProof: confirmBy(deps, user, { action: 'administrator', facts }),
      }),
    batch: ({ user, input, requestId, ip }) => changeUsers(deps, user, { ...input, requestId, ip }),
    changeQuota: async ({ user, params, input, requestId, ip }) => {
      const target = await getUser(db, params.id);
      assertMayActOn(user, target);
      const { quota: delta, remark = '', request_key: requestKey } = input;
      await changeQuota(deps, {
        caller: user,
        userId: target.id,
        username: target.username,
        delta,
        remark,
        requestKey,
        requestId,
        ip,
      });
    },
  };
});
