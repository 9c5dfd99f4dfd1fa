import { inviteCodeCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { assertKnownState } from '../../platform/etag.ts';
import { newInvitationCode } from '../../platform/secrets/random-ids.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import {
  deleteInviteCode,
  getInviteCode,
  insertInviteCode,
  listInviteCodes,
  lockInviteCode,
  updateInviteCode,
} from './invite-code-repository.ts';

const toFlag = (value: boolean) => (value ? 1 : 0);

export const inviteCodeRoutes = routesFor(inviteCodeCalls, ({ db, clock }: ModuleDeps) => ({
  list: ({ query }) => listInviteCodes(db, query),
  get: ({ params }) => getInviteCode(db, params.id),
  create: ({ input }) =>
    db.transaction().execute(async (trx) => {
      await assertGroupExists(trx, input.group);
      return insertInviteCode(trx, {
        ...input,
        code: input.code || newInvitationCode(),
        enable: toFlag(input.enable),
        created_time: clock.nowSeconds(),
      });
    }),
  update: ({ input: { id, ...change }, knownStates }) =>
    db.transaction().execute(async (trx) => {
      assertKnownState(knownStates, (await lockInviteCode(trx, id)).etag);
      await assertGroupExists(trx, change.group);
      return updateInviteCode(trx, id, { ...change, enable: toFlag(change.enable) });
    }),
  remove: ({ params }) => deleteInviteCode(db, params.id),
}));
