import { oauthCalls, siteCalls, userCalls } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { firstCalls } from './first-calls.ts';

it('names the same addresses as the contract', () => {
  const declared = {
    status: siteCalls.status,
    notice: siteCalls.notice,
    self: userCalls.self,
    login: userCalls.login,
    ...{ oauthEndpoint: oauthCalls.endpoint, oauthState: oauthCalls.state },
    ...{ github: oauthCalls.github, oidc: oauthCalls.oidc, lark: oauthCalls.lark, wechat: oauthCalls.wechat },
    dismissReminder: userCalls.dismissReminder,
  };
  for (const [name, call] of Object.entries(firstCalls)) {
    const { method, path } = declared[name as keyof typeof declared];
    expect(call).toEqual({ method, path });
  }
});
