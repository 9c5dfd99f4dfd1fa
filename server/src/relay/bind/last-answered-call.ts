import type { ReadCall } from '../call/call-context.ts';

/** Bytes at the end of a conversation that are searched for its last result. */
const WINDOW_BYTES = 2 ** 20;
const MAX_RESULT_START = 1024;

/** Beginning of a call's result, by the member that holds the conversation. */
const RESULTS: ReadonlyMap<string, readonly { name: string; id: RegExp }[]> = new Map([
  ['messages', [{ name: '"tool_call_id"', id: /^"tool_call_id"\s*:\s*("(?:[^"\\]|\\.)+")/ }]],
  [
    'contents',
    ['"functionResponse"', '"function_response"'].map((name) => ({
      name,
      id: /"id"\s*:\s*("(?:[^"\\]|\\.)+")/,
    })),
  ],
]);

/**
 * Returns the id of the call with the last result in a request, for dialects whose clients may drop seals.
 * The request is searched without parsing.
 * @returns null if there is none
 */
export function lastAnsweredCall({ body, scan }: Pick<ReadCall, 'body' | 'scan'>): string | null {
  for (const [member, results] of RESULTS) {
    const place = scan.found.get(member);
    if (place === undefined) continue;
    const tail = body.subarray(Math.max(place.start, place.end - WINDOW_BYTES), place.end);
    for (const { name, id } of results) {
      const at = tail.lastIndexOf(name);
      const found = at === -1 ? null : id.exec(tail.toString('utf8', at, at + MAX_RESULT_START));
      if (found !== null) return JSON.parse(found[1] as string) as string;
    }
  }
  return null;
}
