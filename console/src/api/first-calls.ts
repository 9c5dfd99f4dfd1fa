import type { Call, passkeyCalls, secondFactorCalls, siteCalls, userCalls } from '@turnpike/contract';

/** A call of the contract by its address alone, so that the first screen loads no shapes and no zod. */
export const addressOnly = <C extends Call>(method: C['method'], path: string): C => ({ method, path }) as C;

/** Kept equal to the contract by `first-calls.test.ts`. */
export const firstCalls = {
  status: addressOnly<typeof siteCalls.status>('GET', '/api/status'),
  notice: addressOnly<typeof siteCalls.notice>('GET', '/api/notice'),
  self: addressOnly<typeof userCalls.self>('GET', '/api/user/self'),
  dismissReminder: addressOnly<typeof userCalls.dismissReminder>(
    'POST',
    '/api/user/self/dismiss_balance_reminder',
  ),
  login: addressOnly<typeof userCalls.login>('POST', '/api/user/login'),
  secondFactor: addressOnly<typeof secondFactorCalls.signIn>('POST', '/api/user/login/second_factor'),
  beginPasskey: addressOnly<typeof passkeyCalls.beginSignIn>('POST', '/api/user/login/passkey/begin'),
  passkey: addressOnly<typeof passkeyCalls.signIn>('POST', '/api/user/login/passkey'),
};
