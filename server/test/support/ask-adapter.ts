import type { Json } from '../../src/dialects/neutral/json-values.ts';
import { type Adapter, AskedMembers } from '../../src/providers/adapter.ts';

const call = { upstreamModel: 'm', nowSeconds: 1_700_000_000 };

/** What a vendor gets for a caller's request: body, path and the members that it does not know. */
export function askAdapter(adapter: Adapter, members: Json) {
  const asked = new AskedMembers(members);
  const request = adapter.request(asked, call);
  return { request, path: adapter.path?.(members, call), left: asked.left };
}

/** What the caller gets for a vendor's answer. */
export const hearAdapter = (adapter: Adapter, answer: Json, asked: Json = {}) =>
  adapter.answer?.(answer, { ...call, asked });
