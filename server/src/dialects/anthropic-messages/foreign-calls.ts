import { encodeCallId, writeCallId } from '../neutral/call-ids.ts';

const NAME = Buffer.from('"tool_use_id"');
/** How Claude's own ids begin, wherever it runs. */
const OWN_ID = /^"(?:srv)?toolu_/;
const OWN_ID_LENGTH = '"srvtoolu_'.length;
/** White space and a colon. */
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x3a]);

export const isClaude = (model: string): boolean => /claude/i.test(model);

export const isOwnCallId = (id: string): boolean => OWN_ID.test(`"${id}`);

/**
 * The id of a call in a converted answer. One of Claude's by another API, as OpenRouter's, comes without the thinking
 * before it: it is not to look like Claude's own.
 */
export const foreignCallId = (id: string): string => (isOwnCallId(id) ? encodeCallId(id) : writeCallId(id));

/** Whether the bytes of a request look as if they held results of calls that are not Claude's. */
export function mayHoldForeignCalls(body: Buffer): boolean {
  for (let at = body.indexOf(NAME); at !== -1; at = body.indexOf(NAME, at)) {
    at += NAME.length;
    while (BETWEEN.has(body[at] ?? 0)) at += 1;
    if (!OWN_ID.test(body.toString('latin1', at, at + OWN_ID_LENGTH))) return true;
  }
  return false;
}
