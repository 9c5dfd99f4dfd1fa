import { z } from 'zod';
import { call } from '../call.ts';
import { points, sum, whole } from '../points.ts';

/** An invitation code, an account's own or one that an administrator made. */
export const invitationCode = () =>
  z
    .string()
    .trim()
    .max(32)
    .regex(/^[A-Za-z0-9_-]*$/, 'invitation.code_characters');

/** Invitations of an account, as its owner sees them. */
export const invitationView = z.object({
  code: z.string(),
  invited_count: whole(),
  earned_quota: sum().describe('All rewards so far, those that were transferred among them'),
  transferable_quota: sum().describe('Rewards that are not in the balance yet'),
  inviter_reward: points().describe('Points for the next invited account, as the site has it now'),
  rebate_percent: z.number().describe('Percent of every payment of an invited account'),
  first_payment_reward: points().describe('Points for the first payment of an invited account'),
  invitee_gift: points().describe('Points that an invited account begins with'),
});
export type InvitationView = z.output<typeof invitationView>;

export const rewardTransfer = z.object({
  quota: points().min(1).optional().describe('Points to move to the balance; all of the reward unless given'),
});

export const invitationCalls = {
  code: call('GET /api/user/aff', {
    access: 'user',
    summary: 'Own invitation code',
    output: z.string(),
  }),
  overview: call('GET /api/user/aff/overview', {
    access: 'user',
    summary: 'Own invitation code, number of invited accounts, and rewards',
    output: invitationView,
  }),
  transfer: call('POST /api/user/aff/transfer', {
    access: 'user',
    summary: 'Move rewards for invitations to the balance; returns the points that were moved',
    input: rewardTransfer,
    output: points(),
  }),
};
