import { GatewayError } from '../../platform/gateway-error.ts';
import {
  askProvider,
  bearerRequest,
  formRequest,
  noAnswer,
  type ProviderAnswer,
  subjectFrom,
  textOf,
} from './ask-provider.ts';
import type { ProviderDeps, ProviderReturn, SignInProvider } from './sign-in-provider.ts';

/** Feishu and Lark have separate accounts. */
const services = {
  feishu: { accounts: 'https://accounts.feishu.cn', open: 'https://open.feishu.cn' },
  lark: { accounts: 'https://accounts.larksuite.com', open: 'https://open.larksuite.com' },
} as const;

/** The person is outside of the availability range of the app. */
const NOT_AVAILABLE = 20010;
/** Unknown, used or expired code, or one that belongs to another challenge. */
const codeFaults: readonly unknown[] = [20003, 20004, 20024, 20049];
/** Secret, app or redirect address. */
const appFaults: readonly unknown[] = [20002, 20029, 20048, 20071];

/**
 * Lark and Feishu. `open_id` identifies an account to one app. An answer has its own `code`, also with status 200.
 * Source: Feishu open platform, "Get user_access_token" (v3, v2) and "Get user information".
 */
export const larkProvider: SignInProvider = {
  name: 'lark',
  isOn: (options) => options.flag('LarkAuthEnabled'),

  async authorizeAddress(deps, { state, redirectUri, codeChallenge }) {
    const query = new URLSearchParams({
      client_id: deps.options.text('LarkClientId'),
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
    return `${serviceOf(deps).accounts}/open-apis/authen/v1/authorize?${query}`;
  },

  async fetchAccount(deps, returned) {
    const token = await exchangeCode(deps, returned);
    const { status, object: answer } = await askProvider(
      deps,
      `${serviceOf(deps).open}/open-apis/authen/v1/user_info`,
      bearerRequest(token),
    );
    const user = answer?.data as Record<string, unknown> | undefined;
    if (answer?.code !== 0 || typeof user !== 'object' || user === null)
      throw noAnswer(`status ${status}, code ${textOf(answer?.code)} for the user`);
    const subject = subjectFrom(user.open_id);
    const name = textOf(user.name);
    return {
      ...{ provider: 'lark', subject, name, username: name, picture: textOf(user.avatar_url) },
      // No member says that the address is verified.
      ...{ email: textOf(user.email), emailVerified: false },
    };
  },
};

const serviceOf = ({ options }: ProviderDeps) =>
  services[options.text('LarkService') as keyof typeof services];

/** The present endpoint, or else the one before it where an installation has no other. */
async function exchangeCode(
  deps: ProviderDeps,
  { code, redirectUri, codeVerifier }: ProviderReturn,
): Promise<string> {
  const { accounts, open } = serviceOf(deps);
  const fields = {
    grant_type: 'authorization_code',
    client_id: deps.options.text('LarkClientId'),
    client_secret: deps.options.text('LarkClientSecret'),
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier !== null && { code_verifier: codeVerifier }),
  };
  let answer = await askProvider(deps, `${accounts}/oauth/v3/token`, formRequest(fields));
  if (answer.status === 404) {
    answer = await askProvider(deps, `${open}/open-apis/authen/v2/oauth/token`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(fields),
    });
  }
  return tokenOf(answer);
}

function tokenOf({ status, object: answer }: ProviderAnswer): string {
  const { code = 0, error } = answer ?? {};
  const cause = `status ${status}, code ${textOf(code)}, error ${textOf(error)}`;
  if (code === NOT_AVAILABLE) throw new GatewayError('oauth.not_permitted', {}, { cause });
  if (codeFaults.includes(code) || error === 'invalid_grant')
    throw new GatewayError('oauth.code_refused', {}, { cause });
  if (appFaults.includes(code) || error === 'invalid_client')
    throw new GatewayError('oauth.misconfigured', {}, { cause });
  const token = textOf(answer?.access_token);
  if (code !== 0 || token === '') throw noAnswer(cause);
  return token;
}
