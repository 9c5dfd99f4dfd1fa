import type { ConversationDialect } from '@turnpike/contract';
import { FakeUpstream, type ReceivedRequest } from '../../support/fake-upstream.ts';
import { startAnthropicUpstream } from '../anthropic-messages-upstream.ts';
import { GeminiUpstream } from '../gemini-upstream.ts';
import { faultOfChat } from '../openai-chat-faults.ts';
import { faultOfResponsesRequest } from '../openai-responses-upstream.ts';

/**
 * A vendor of a dialect that refuses what the vendor refuses.
 * @param refused gets why
 */
export async function startStrictUpstream(
  dialect: ConversationDialect,
  refused: string[],
): Promise<FakeUpstream | GeminiUpstream> {
  if (dialect === 'gemini') return GeminiUpstream.start({ refused });
  if (dialect === 'anthropic-messages') return startAnthropicUpstream({ hasThreads: false, refused });
  const path = dialect === 'openai-chat' ? '/v1/chat/completions' : '/v1/responses';
  return FakeUpstream.start({
    refuses: ({ request, received }) => {
      const fault = faultOfOpenAi({ dialect, path, url: request.url ?? '', received });
      if (fault === null && /^Bearer \S+$/.test(request.headers.authorization ?? '')) return null;
      const message = fault ?? 'You didn’t provide an API key.';
      refused.push(message);
      const error = { message, type: 'invalid_request_error', param: null, code: null };
      return { status: fault === null ? 401 : 400, body: JSON.stringify({ error }) };
    },
  });
}

function faultOfOpenAi({
  dialect,
  path,
  url,
  received,
}: {
  dialect: ConversationDialect;
  path: string;
  url: string;
  received: ReceivedRequest | null;
}): string | null {
  if (url !== path) return `Invalid URL (POST ${url})`;
  if (received === null) return 'We could not parse the JSON body of your request.';
  if (dialect === 'openai-chat') return faultOfChat(received.body);
  return faultOfResponsesRequest(received.body)?.message ?? null;
}
