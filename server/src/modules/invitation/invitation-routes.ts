import { invitationCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findInvitations } from './invitation-repository.ts';
import { transferReward } from './transfer-reward.ts';

export const invitationRoutes = routesFor(invitationCalls, (deps: ModuleDeps) => {
  const { db, options } = deps;
  return {
    code: async ({ user }) => (await findInvitations(db, user.id)).code,
    overview: async ({ user }) => ({
      ...(await findInvitations(db, user.id)),
      inviter_reward: options.number('QuotaForInviter'),
      rebate_percent: options.number('RechargeRebatePercent'),
      first_payment_reward: options.number('FirstRechargeReward'),
      invitee_gift: options.number('QuotaForInvitee'),
    }),
    transfer: ({ user, input, requestId, ip }) =>
      transferReward(deps, { user, quota: input.quota, requestId, ip }),
  };
});
