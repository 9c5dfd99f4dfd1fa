import { z } from 'zod';
import { call, queryChoice, queryText } from '../call.ts';
import { typedCode } from '../typed-code.ts';
import { type RedirectProvider, redirectProviders } from './sign-in-providers.ts';
import { userView } from './user.ts';

export const attemptPurposes = ['sign_in', 'bind'] as const;
export type AttemptPurpose = (typeof attemptPurposes)[number];

/** Address of the console to which a provider sends the browser back. It is registered at the provider. */
export const returnPath = (provider: RedirectProvider): string => `/oauth/${provider}`;

const MAX_CODE = 2048;

const attempt = {
  purpose: queryChoice(attemptPurposes).describe('`sign_in` unless given; `bind` links to the own account'),
  aff: queryText(64).describe('Invitation code, for an account that the sign-in opens'),
};

const returned = z.object({
  code: queryText(MAX_CODE).describe('As the provider gave it'),
  state: queryText(200).describe('As it was begun with'),
  aff: queryText(64).describe('Without effect: the invitation code of the attempt counts'),
  iss: queryText(1000).describe('Issuer, where the provider names it'),
});

/** The account that a provider signed in. */
const providerSignIn = userView.extend({
  is_new_account: z
    .boolean()
    .describe('The sign-in has opened the account, with the invitation code of the attempt'),
});
export type ProviderSignIn = z.output<typeof providerSignIn>;

const byReturn = (provider: string) =>
  ({
    access: 'public',
    foreign: true,
    summary: `End a sign-in or a linking by ${provider}; the state decides which`,
    query: returned,
    beside: z.object({
      message: z.enum(['', 'bind']).describe('`bind`: the account was linked, and there is no data'),
      data: providerSignIn.optional(),
    }),
  }) as const;

export const oauthCalls = {
  endpoint: call('GET /api/oauth/endpoint', {
    access: 'public',
    foreign: true,
    summary: 'Begin a sign-in or a linking: the address of the provider to open',
    query: z.object({
      provider: queryChoice(redirectProviders).describe('`oidc` unless given'),
      ...attempt,
    }),
    output: z.string(),
  }),
  state: call('GET /api/oauth/state', {
    access: 'public',
    foreign: true,
    summary: 'Begin a sign-in or a linking of a program that makes the address itself: the state',
    query: z.object({
      provider: queryChoice(['github', 'lark', 'wechat']).describe('`github` unless given'),
      ...attempt,
    }),
    output: z.string(),
  }),
  github: call('GET /api/oauth/github', byReturn('GitHub')),
  oidc: call('GET /api/oauth/oidc', byReturn('OpenID Connect')),
  lark: call('GET /api/oauth/lark', byReturn('Lark or Feishu')),
  telegram: call('GET /api/oauth/telegram', byReturn('Telegram')),
  wechat: call('GET /api/oauth/wechat', {
    access: 'public',
    foreign: true,
    summary: 'Sign in with a code of the WeChat account',
    query: returned.omit({ iss: true }),
    output: providerSignIn,
  }),
  bindWechat: call('POST /api/oauth/wechat/bind', {
    access: 'user',
    summary: 'Link WeChat to the own account with a code of the WeChat account',
    input: z.object({ code: typedCode().min(1).max(64) }),
  }),
};
