import type { ErrorCode } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { askProvider, bearerRequest, formRequest, noAnswer, textOf } from './ask-provider.ts';
import type { ProviderDeps, ProviderReturn, SignInProvider } from './sign-in-provider.ts';

const SCOPE = 'user:email';
const GITHUB_JSON = 'application/vnd.github+json';

/** Source: GitHub docs, "Troubleshooting OAuth app access token request errors". */
const refusals: Readonly<Record<string, ErrorCode>> = {
  bad_verification_code: 'oauth.code_refused',
  incorrect_client_credentials: 'oauth.misconfigured',
  redirect_uri_mismatch: 'oauth.misconfigured',
  application_suspended: 'oauth.misconfigured',
  unverified_user_email: 'oauth.not_permitted',
};

/**
 * GitHub. The number of an account identifies it: its login can be renamed and taken by another person. Addresses are
 * those of `/user/emails`, because the one of the profile is a free text.
 * Source: GitHub docs, "Authorizing OAuth apps".
 */
export const githubProvider: SignInProvider = {
  name: 'github',
  isOn: (options) => options.flag('GitHubOAuthEnabled'),

  async authorizeAddress({ options }, { state, redirectUri, codeChallenge }) {
    const query = new URLSearchParams({
      client_id: options.text('GitHubClientId'),
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
    return `https://github.com/login/oauth/authorize?${query}`;
  },

  async fetchAccount(deps, returned) {
    const { token, scopes } = await exchangeCode(deps, returned);
    const { status, object: user } = await askProvider(
      deps,
      'https://api.github.com/user',
      bearerRequest(token, GITHUB_JSON),
    );
    if (status !== 200 || user === null) throw noAnswer(`status ${status} for the user`);
    const { id } = user;
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) throw noAnswer('no id of the user');
    const login = textOf(user.login);
    const email = scopes.includes(SCOPE) ? await findVerifiedEmail(deps, token) : '';
    return {
      ...{ provider: 'github', subject: String(id), name: textOf(user.name) || login },
      ...{ email, emailVerified: email !== '', username: login, picture: textOf(user.avatar_url) },
    };
  },
};

async function exchangeCode(
  deps: ProviderDeps,
  { code, redirectUri, codeVerifier }: ProviderReturn,
): Promise<{ token: string; scopes: string[] }> {
  const { status, object: answer } = await askProvider(
    deps,
    'https://github.com/login/oauth/access_token',
    formRequest({
      client_id: deps.options.text('GitHubClientId'),
      client_secret: deps.options.text('GitHubClientSecret'),
      code,
      redirect_uri: redirectUri,
      ...(codeVerifier !== null && { code_verifier: codeVerifier }),
    }),
  );
  // Errors come with status 200 as well.
  const error = textOf(answer?.error);
  if (error !== '') throw new GatewayError(refusals[error] ?? 'oauth.no_answer', {}, { cause: error });
  const token = textOf(answer?.access_token);
  if (status !== 200 || token === '') throw noAnswer(`status ${status} without a token`);
  return { token, scopes: textOf(answer?.scope).split(/[\s,]+/) };
}

/** The primary address, else another verified one; empty without one, and where the right was not given. */
async function findVerifiedEmail(deps: ProviderDeps, token: string): Promise<string> {
  const { list } = await askProvider(
    deps,
    'https://api.github.com/user/emails',
    bearerRequest(token, GITHUB_JSON),
  );
  const verified = (list ?? []).filter(
    (one): one is { email: string; primary?: unknown } =>
      typeof one === 'object' &&
      one !== null &&
      'verified' in one &&
      one.verified === true &&
      'email' in one &&
      typeof one.email === 'string',
  );
  return (verified.find(({ primary }) => primary === true) ?? verified[0])?.email ?? '';
}
