import type { oauthCalls } from '@turnpike/contract';
import { addressOnly } from './first-calls.ts';

/** Sign-ins by providers, for the page that loads no shapes. Kept equal to the contract by `first-calls.test.ts`. */
export const providerCalls = {
  endpoint: addressOnly<typeof oauthCalls.endpoint>('GET', '/api/oauth/endpoint'),
  state: addressOnly<typeof oauthCalls.state>('GET', '/api/oauth/state'),
  github: addressOnly<typeof oauthCalls.github>('GET', '/api/oauth/github'),
  oidc: addressOnly<typeof oauthCalls.oidc>('GET', '/api/oauth/oidc'),
  lark: addressOnly<typeof oauthCalls.lark>('GET', '/api/oauth/lark'),
  telegram: addressOnly<typeof oauthCalls.telegram>('GET', '/api/oauth/telegram'),
  wechat: addressOnly<typeof oauthCalls.wechat>('GET', '/api/oauth/wechat'),
};
