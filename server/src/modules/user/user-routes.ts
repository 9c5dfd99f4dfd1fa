import { role, userCalls, userStatus } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { hashPassword } from '../session/password.ts';
import { ownSessionHash } from '../session/session.ts';
import { deleteSessionsOf } from '../session/session-repository.ts';
import type { SignIn } from '../session/sign-in.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { changeUsers } from './change-users.ts';
import { createUser } from './create-user.ts';
import { manageUser } from './manage-user.ts';
import { changeQuota } from './user-quota.ts';
import {
  deleteUser,
  exportUsers,
  getUser,
  listUsers,
  type UserRowChange,
  updateUser,
} from './user-repository.ts';
import { assertMayActOn, assertMayCreate, assertMayDelete, assertMayGive } from './user-rules.ts';

const { login, logout, ...ownCalls } = userCalls;

export const userRoutes = routesFor(ownCalls, (needs: ModuleNeeds & { signIn: SignIn }) => {
  const { db, clock, changes, signIn } = needs;
  return {
    self: ({ user }) => getUser(db, user.id),
    changeSelf: async ({ user, input, ...facts }) => {
      const change: UserRowChange = {};
      if (input.display_name !== undefined) change.display_name = input.display_name;
      if (input.password) {
        if (!input.current_password) throw fieldError('current_password', 'required');
        await signIn.confirm(user.id, input.current_password);
        change.password_hash = await hashPassword(input.password);
      }
      await updateUser(db, user.id, change);
      if (input.password) await deleteSessionsOf(db, user.id, { except: ownSessionHash(facts) });
    },
    list: ({ query }) => listUsers(db, query),
    exportCsv: ({ query }) => exportUsers(db, query),
    get: async ({ user, params }) => {
      const target = await getUser(db, params.id);
      if (target.id !== user.id) assertMayActOn(user, target);
      return target;
    },
    create: ({ user, input, ...facts }) => {
      const { username, password, display_name = username, group = 'default', email = '' } = input;
      const given = input.role ?? role.common;
      assertMayCreate(user, given);
      return createUser(needs, { username, password, display_name, role: given, group, email }, facts);
    },
    update: async ({ user, input }) => {
      const { id, password, email, ...given } = input;
      const target = await getUser(db, id);
      assertMayActOn(user, target);
      assertMayGive(user, target, given);
      if (given.group !== undefined && given.group !== target.group) await assertGroupExists(db, given.group);
      const change: UserRowChange = givenMembers(given);
      if (email !== undefined) change.email = email.toLowerCase();
      if (password) change.password_hash = await hashPassword(password);
      await updateUser(db, id, change);
      if (password || given.status === userStatus.disabled) await deleteSessionsOf(db, id);
      changes.userChanged(id);
      return getUser(db, id);
    },
    remove: async ({ user, params }) => {
      assertMayDelete(user, await getUser(db, params.id));
      await deleteUser(db, params.id, clock.nowSeconds());
      changes.userChanged(params.id);
    },
    manage: ({ user, input }) => manageUser(needs, user, input),
    batch: ({ user, input }) => changeUsers(needs, user, input),
    changeQuota: async ({ user, params, input, requestId, ip }) => {
      const target = await getUser(db, params.id);
      assertMayActOn(user, target);
      const { quota: delta, remark = '' } = input;
      await changeQuota(needs, {
        userId: target.id,
        username: target.username,
        delta,
        remark,
        requestId,
        ip,
      });
    },
  };
});
