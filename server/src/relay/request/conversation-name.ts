import type { ReadCall } from '../call/call-context.ts';

/** Headers in which coding agents name a session. */
const HEADERS = ['session_id', 'x-session-id', 'x-claude-code-session-id', 'x-conversation-id'];
/** Members that name a conversation or the cache of its prompt. */
const MEMBERS = ['prompt_cache_key', 'session_id'];
const MAX_LENGTH = 200;
/** Claude Code writes its session behind the account, in `metadata.user_id`. */
const SESSION_IN_USER = /session_([0-9A-Za-z-]{8,64})/;

/** Returns the name that a client gives its conversation; null if it gives none. */
export function conversationName({ caller, scan, body }: ReadCall): string | null {
  const { headers } = caller.request;
  for (const name of HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH) return value;
  }
  for (const name of MEMBERS) {
    const found = scan.found.get(name);
    if (found === undefined || found.end - found.start > MAX_LENGTH) continue;
    const text = body.toString('utf8', found.start, found.end);
    if (text.startsWith('"') && text !== '""') return text;
  }
  const metadata = scan.found.get('metadata');
  if (metadata === undefined || metadata.end - metadata.start > 5 * MAX_LENGTH) return null;
  return SESSION_IN_USER.exec(body.toString('utf8', metadata.start, metadata.end))?.[1] ?? null;
}
