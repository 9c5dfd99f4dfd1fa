import type { ReadCall } from '../call/call-context.ts';

/** Headers in which coding agents name a session. */
const HEADERS = ['session_id', 'x-session-id', 'x-claude-code-session-id', 'x-conversation-id'];
const MAX_LENGTH = 200;
/** Claude Code writes its session behind the account, in `metadata.user_id`. */
const SESSION_IN_USER = /session_([0-9A-Za-z-]{8,64})/;

/** Returns the name that a client gives its conversation; null if it gives none. */
export function conversationName(call: ReadCall): string | null {
  const { headers } = call.caller.request;
  for (const name of HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH) return value;
  }
  const cacheKey = textOf(call, 'prompt_cache_key', MAX_LENGTH);
  if (cacheKey?.startsWith('"') && cacheKey !== '""') return cacheKey;
  const metadata = textOf(call, 'metadata', 5 * MAX_LENGTH);
  return metadata === null ? null : (SESSION_IN_USER.exec(metadata)?.[1] ?? null);
}

/** JSON of a short member; null if it is absent or long. */
function textOf({ scan, body }: ReadCall, name: string, maxBytes: number): string | null {
  const found = scan.found.get(name);
  if (found === undefined || found.end - found.start > maxBytes) return null;
  return body.toString('utf8', found.start, found.end);
}
