import type { ConversionReport } from '../neutral/conversion-report.ts';
import { type Json, objectOf } from '../neutral/json-values.ts';

/**
 * Moves the system turns of a request to where chat templates accept them. Turns at the beginning are joined. Later ones
 * become user turns in the same place.
 * Source: refusals of chat templates of Qwen, Gemma and Mistral behind vLLM, SGLang and llama.cpp.
 * @returns whether anything was changed
 */
export function putSystemFirst(tree: unknown, { report }: { report: ConversionReport }): boolean {
  const request = objectOf(tree);
  if (request === null || !Array.isArray(request.messages)) return false;
  const messages = request.messages as unknown[];
  const firstOther = messages.findIndex((message) => !isSystem(message));
  const leading = firstOther === -1 ? messages : messages.slice(0, firstOther);
  const rest = messages.slice(leading.length);
  const hasLater = rest.some(isSystem);
  if (leading.length < 2 && !hasLater) return false;
  const written: unknown[] = [];
  if (leading.length > 0) written.push(asRole('system', leading));
  if (leading.length > 1)
    report.note('approximated', 'messages.system', 'the turns at the beginning are one');
  if (hasLater) report.note('approximated', 'messages.system.later', 'said by the user');
  request.messages = [...written, ...saidByUser(rest)];
  return true;
}

const isSystem = (message: unknown): boolean => {
  const role = objectOf(message)?.role;
  return role === 'system' || role === 'developer';
};

const isOf = (message: unknown, role: string): boolean => objectOf(message)?.role === role;

/** Templates that are strict about the system want turns that alternate: what stands next to the user's words joins them. */
function saidByUser(messages: readonly unknown[]): unknown[] {
  const written: unknown[] = [];
  let waiting: unknown[] = [];
  for (const message of messages) {
    if (isSystem(message)) {
      waiting.push(message);
      continue;
    }
    // Nothing may stand between a call and its results.
    if (waiting.length === 0 || isOf(message, 'tool')) {
      written.push(message);
      continue;
    }
    if (isOf(message, 'user')) written.push(asRole('user', [...waiting, message]));
    else {
      say(written, waiting);
      written.push(message);
    }
    waiting = [];
  }
  say(written, waiting);
  return written;
}

/** As a turn of the user, or at the end of the one before. */
function say(written: unknown[], words: readonly unknown[]): void {
  if (words.length === 0) return;
  const last = written.at(-1);
  if (isOf(last, 'user')) written[written.length - 1] = asRole('user', [last, ...words]);
  else written.push(asRole('user', words));
}

/** One turn of several; a text that stands alone stays a text. */
function asRole(role: 'system' | 'user', turns: readonly unknown[]): Json {
  const [first] = turns;
  const own = isOf(first, role) || turns.length === 1 ? objectOf(first) : null;
  if (turns.length === 1) return { ...own, role };
  return { ...own, role, content: turns.flatMap(partsOf) };
}

function partsOf(message: unknown): unknown[] {
  const content = objectOf(message)?.content;
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}
