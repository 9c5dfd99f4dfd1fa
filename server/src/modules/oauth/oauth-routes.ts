import { oauthCalls, type RedirectProvider } from '@turnpike/contract';
import { type Received, routesFor } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { proveOwner } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { beginAttempt, challengeOf, finishAttempt, newSecret } from './sign-in-attempt.ts';
import { bindProvider, signInByProvider } from './sign-in-by-provider.ts';
import { redirectUriOf, signInProviderOf } from './sign-in-providers.ts';
import { WeChatCodes } from './wechat-codes.ts';

export const oauthRoutes = routesFor(oauthCalls, (deps: ModuleDeps & { signIns: SignIns }) => {
  const { options } = deps;
  const weChatCodes = new WeChatCodes(deps);

  /** The end of a visit to a provider, for a new session or for a link to the own account. */
  const endVisit =
    (provider: RedirectProvider) =>
    async ({ query, ...caller }: Received<typeof oauthCalls.github>) => {
      const { code, state, iss = '' } = query;
      assertOn(provider);
      if (state === undefined) throw new GatewayError('oauth.unknown_state');
      const { bindTo, ...attempt } = await finishAttempt(deps, caller, { provider, state });
      if (code === undefined) throw new GatewayError('oauth.code_refused');
      const account = await signInProviderOf[provider].fetchAccount(
        { ...deps, signal: caller.signal },
        { code, state, iss, ...attempt },
      );
      if (bindTo === undefined)
        return {
          message: '' as const,
          data: await signInByProvider(deps, { account, invitation: attempt.aff }, caller),
        };
      await bindProvider(deps, bindTo, { account, signal: caller.signal });
      return { message: 'bind' as const };
    };

  /** @throws oauth.off */
  function assertOn(provider: RedirectProvider): void {
    if (!signInProviderOf[provider].isOn(options)) throw new GatewayError('oauth.off');
  }

  return {
    endpoint: async ({ query, ...caller }) => {
      const { provider = 'oidc', purpose = 'sign_in', aff = '' } = query;
      assertOn(provider);
      const [state, codeVerifier, nonce] = [newSecret(), newSecret(), newSecret()];
      const redirectUri = redirectUriOf(options, caller, provider);
      const visit = { state, redirectUri, nonce, codeChallenge: challengeOf(codeVerifier) };
      const address = await signInProviderOf[provider].authorizeAddress(
        { ...deps, signal: caller.signal },
        visit,
      );
      await beginAttempt(deps, caller, { state, provider, purpose, aff, redirectUri, nonce, codeVerifier });
      return address;
    },
    state: async ({ query, ...caller }) => {
      const { provider = 'github', purpose = 'sign_in', aff = '' } = query;
      const redirectUri = provider === 'wechat' ? '' : redirectUriOf(options, caller, provider);
      // The program's address has no challenge.
      const kept = { aff, redirectUri, nonce: '', codeVerifier: null };
      const state = newSecret();
      await beginAttempt(deps, caller, { state, provider, purpose, ...kept });
      return state;
    },
    github: endVisit('github'),
    oidc: endVisit('oidc'),
    lark: endVisit('lark'),
    telegram: endVisit('telegram'),
    wechat: async ({ query: { code, state }, ...caller }) => {
      if (state === undefined) throw new GatewayError('oauth.unknown_state');
      const { bindTo, ...attempt } = await finishAttempt(deps, caller, { provider: 'wechat', state });
      if (bindTo !== undefined) throw new GatewayError('oauth.unknown_state');
      if (code === undefined) throw new GatewayError('oauth.wrong_code');
      const holder = caller.visitorCookie.value ?? '';
      const account = await weChatCodes.fetchAccount({ ...caller, code, holder, user: undefined });
      return signInByProvider(deps, { account, invitation: attempt.aff }, caller);
    },
    bindWechat: async ({ input: { code }, ...caller }) => {
      assertInPerson(caller.user);
      const account = await weChatCodes.fetchAccount({ ...caller, code, holder: ownSessionHash(caller) });
      const useProof = await proveOwner(deps, caller.user, { facts: caller });
      await bindProvider(deps, caller.user.id, { account, useProof, signal: caller.signal });
    },
  };
});
