import type { UserView } from '@turnpike/contract';

/** Ways to sign in that an account can be bound to; more come with each way. */
export const accountBindings = ['email'] as const;
export type AccountBinding = (typeof accountBindings)[number];

/** What an account is known by there; empty where it is not bound. */
export const bindingOf = (user: Pick<UserView, AccountBinding>, binding: AccountBinding): string =>
  user[binding];
