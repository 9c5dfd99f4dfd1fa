import { oauthCalls, passkeyCalls, secondFactorCalls, siteCalls, userCalls } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { firstCalls } from './first-calls.ts';
import { providerCalls } from './provider-calls.ts';

it('names the same addresses as the contract', () => {
  const declared = {
    status: siteCalls.status,
    notice: siteCalls.notice,
    self: userCalls.self,
    login: userCalls.login,
    secondFactor: secondFactorCalls.signIn,
    beginPasskey: passkeyCalls.beginSignIn,
    passkey: passkeyCalls.signIn,
    ...oauthCalls,
    dismissReminder: userCalls.dismissReminder,
  };
  for (const [name, call] of Object.entries({ ...firstCalls, ...providerCalls })) {
    const { method, path } = declared[name as keyof typeof declared];
    expect(call).toEqual({ method, path });
  }
});
