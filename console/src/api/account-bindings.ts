import type { UserView } from '@turnpike/contract';

/** Ways to sign in that an account can be bound to; more come with each way. */
export const accountBindings = ['email'] as const;
export type AccountBinding = (typeof accountBindings)[number];

/** The account's id at that provider; empty if it is not bound. */
export const bindingOf = (user: Pick<UserView, AccountBinding>, binding: AccountBinding): string =>
  user[binding];
