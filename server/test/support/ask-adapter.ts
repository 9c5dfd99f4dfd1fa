import type { Json } from '../../src/dialects/neutral/json-values.ts';
import { type Adapter, AskedMembers } from '../../src/providers/adapter.ts';

const call = { upstreamModel: 'm', nowSeconds: 1_700_000_000 };

/** The vendor's request for a caller's: body, path and dropped members. */
export function askAdapter(adapter: Adapter, members: Json) {
  const asked = new AskedMembers(members);
  const request = adapter.request(asked, call);
  return { request, path: adapter.path?.(members, call), left: asked.left };
}

/** The caller's answer for a vendor's. */
export const hearAdapter = (adapter: Adapter, answer: Json, asked: Json = {}) =>
  adapter.answer?.(answer, { ...call, asked });
