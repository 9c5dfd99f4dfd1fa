import type { AcceptedCall } from '../call-context.ts';

/** Bytes at the end of a conversation in which its last result is looked for. */
const WINDOW_BYTES = 2 ** 20;
const MAX_RESULT_START = 1024;

/** By the member that holds the conversation: how the last result of a call in it begins. */
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
 * Id of the call whose result a request tells last, in the dialects whose clients may drop seals; found without parsing.
 * @returns null where there is none
 */
export function lastAnsweredCall({ body, scan }: Pick<AcceptedCall, 'body' | 'scan'>): string | null {
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
