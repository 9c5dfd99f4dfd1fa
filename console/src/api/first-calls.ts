import type { Call, siteCalls, userCalls } from '@turnpike/contract';

/** A call of the contract by its address alone, so that the first screen loads no shapes and no zod. */
const addressOnly = <C extends Call>(method: C['method'], path: string): C => ({ method, path }) as C;

/** Kept equal to the contract by `first-calls.test.ts`. */
export const firstCalls = {
  status: addressOnly<typeof siteCalls.status>('GET', '/api/status'),
  notice: addressOnly<typeof siteCalls.notice>('GET', '/api/notice'),
  self: addressOnly<typeof userCalls.self>('GET', '/api/user/self'),
  login: addressOnly<typeof userCalls.login>('POST', '/api/user/login'),
};
