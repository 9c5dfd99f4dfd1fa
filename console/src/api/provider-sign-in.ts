import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AttemptPurpose,
  ProviderSignIn,
  RedirectProvider,
  SignInProviderName,
} from '@turnpike/contract';
import { useRef } from 'react';
import { ApiError } from './api-error.ts';
import { callApi, callApiBeside } from './call-api.ts';
import { forgetInvitation, keptInvitation } from './invitation.ts';
import { providerCalls } from './provider-calls.ts';
import { beginSession } from './sign-in.ts';
import { siteStatusQuery } from './site-status.ts';

/** The ways to sign in that the site has turned on, in the order in which they are shown. */
export function useSignInWays(): SignInProviderName[] {
  const { data } = useQuery(siteStatusQuery);
  const ways = [
    ['github', data?.github_oauth],
    ['oidc', data?.oidc_auth],
    ['lark', data?.lark_login],
    ['telegram', data?.telegram_login],
    ['wechat', data?.wechat_login],
  ] as const;
  return ways.filter(([, isOn]) => isOn === true).map(([name]) => name);
}

/** Leaves for the provider, which sends the browser back to its return page. */
export function useVisitProvider(purpose: AttemptPurpose) {
  return useMutation({
    mutationFn: async (provider: RedirectProvider) => {
      const query = { provider, purpose, aff: keptInvitation() };
      window.location.assign(await callApi(providerCalls.endpoint, { query }));
      // The page goes away; until then the button stays busy.
      await new Promise(() => {});
    },
    meta: { isQuiet: true },
  });
}

export interface VisitEnd {
  provider: RedirectProvider;
  code: string;
  state: string;
  iss: string;
}

const MAX_RETRIES = 3;
const RETRY_MS = 2000;

/** Ends the one visit of a page by what the provider's redirect brought. Only a call without an answer is made again. */
export function useEndVisit() {
  const client = useQueryClient();
  const ended = useRef<Awaited<ReturnType<typeof endVisit>>>(undefined);
  return useMutation({
    mutationFn: async (visit: VisitEnd) => {
      // The state works once: if the account cannot be read, only that is repeated.
      ended.current ??= await endVisit(visit);
      const { message, data } = ended.current;
      if (data !== undefined) await enter(client, data);
      return message === 'bind' ? ('bound' as const) : ('signed_in' as const);
    },
    meta: { isQuiet: true },
    retry: (count, error) => count < MAX_RETRIES && isWithoutAnswer(error),
    retryDelay: (count) => RETRY_MS * (count + 1),
  });
}

const endVisit = ({ provider, ...query }: VisitEnd) =>
  callApiBeside(providerCalls[provider], { query }).catch(forgetRefused);

const refusals = ['invitation.unknown', 'invitation.used_up', 'invitation.not_valid_now'];

/** No field shows the kept code here, so one that is refused would refuse every attempt. */
function forgetRefused(error: unknown): never {
  if (error instanceof ApiError && refusals.includes(error.code)) forgetInvitation();
  throw error;
}

/** An invitation opens one account. One that signs in again leaves it for the next. */
async function enter(client: QueryClient, { is_new_account }: ProviderSignIn): Promise<void> {
  if (is_new_account) forgetInvitation();
  await beginSession(client);
}

const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503);

/** Signs in with a code of the WeChat account; each attempt has a state of its own. */
export function useWeChatSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => {
      const begun = { provider: 'wechat', aff: keptInvitation() } as const;
      const state = await callApi(providerCalls.state, { query: begun });
      await enter(
        client,
        await callApi(providerCalls.wechat, { query: { code, state } }).catch(forgetRefused),
      );
    },
    meta: { isQuiet: true },
  });
}
