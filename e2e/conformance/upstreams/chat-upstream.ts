import type { IncomingMessage } from 'node:http';
import { FakeUpstream, type ReceivedRequest } from '../../../server/test/support/fake-upstream.ts';
import { faultOfChat } from '../../../server/test/upstreams/openai-chat-faults.ts';
import {
  type End,
  THOUGHT_TOKENS,
  type Understood,
  type Upstream,
  USED,
  type VendorAnswer,
} from '../matrix-types.ts';
import {
  bytesOf,
  type Json,
  listOf,
  piecesOf,
  playedUpstream,
  textsOf,
  thinks,
  type Voice,
} from './played-upstream.ts';

/** DeepSeek's models want their thinking back. */
const MODEL = 'deepseek-matrix';
const ENDS: Readonly<Record<End, string>> = {
  ...{ end: 'stop', 'stop-sequence': 'stop', length: 'length', tools: 'tool_calls' },
  ...{ filter: 'content_filter', refusal: 'stop' },
};

/** OpenAI's chat completions, and what vendors of the same API say of the thinking of their models. */
export async function startChatUpstream(): Promise<Upstream> {
  const refused: string[] = [];
  const server = await FakeUpstream.start({
    refuses: (asked) => {
      const fault = faultOf(asked);
      if (fault !== null) refused.push(fault);
      return fault === null
        ? null
        : { status: 400, body: JSON.stringify(errorOf('invalid_request_error', fault)) };
    },
  });
  return playedUpstream(
    {
      ...{ name: 'OpenAI chat', dialect: 'openai-chat', model: MODEL, type: 8 },
      ...{ idOfCall, sealsIn: () => [] },
      ends: new Set(['end', 'length', 'tools', 'filter', 'refusal']),
    },
    { server, refused, voice: chatVoice, isStream: ({ body }) => body.stream === true },
  );
}

function faultOf({ request, received }: { request: IncomingMessage; received: ReceivedRequest | null }) {
  if (request.url !== '/v1/chat/completions') return `Invalid URL (POST ${request.url})`;
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return 'no key';
  return received === null ? 'no JSON' : faultOfChat(received.body);
}

const errorOf = (type: string, message: string) => ({ error: { message, type, param: null, code: null } });

const usageOf = (answer: VendorAnswer) => ({
  prompt_tokens: USED.input,
  completion_tokens: USED.output,
  total_tokens: USED.input + USED.output,
  prompt_tokens_details: { cached_tokens: USED.cached },
  completion_tokens_details: { reasoning_tokens: thinks(answer) ? THOUGHT_TOKENS : 0 },
});

const idOfCall = (part: number): string => `call_chat_${part}`;

const callsOf = ({ parts }: VendorAnswer) =>
  parts.flatMap((part, at) => {
    if (!('call' in part)) return [];
    const called = { name: part.call, arguments: JSON.stringify(part.input) };
    return [{ id: idOfCall(at), type: 'function', function: called }];
  });

const chatVoice: Voice = {
  whole(answer) {
    const said = (kind: 'text' | 'thinking' | 'refusal'): string =>
      answer.parts.map((part) => (kind in part ? (part as Record<string, string>)[kind] : '')).join('');
    const calls = callsOf(answer);
    const message = {
      ...{ role: 'assistant', content: said('text') || null, refusal: said('refusal') || null },
      ...(said('thinking') !== '' && { reasoning_content: said('thinking') }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: MODEL },
      choices: [{ index: 0, message, logprobs: null, finish_reason: ENDS[answer.end] }],
      usage: usageOf(answer),
    };
  },

  stream(answer, { stream_options }) {
    const tellsUsage = (stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
    const chunk = (delta: object, finish_reason: string | null = null): string =>
      eventOf({ choices: [{ index: 0, delta, finish_reason }], ...(tellsUsage && { usage: null }) });
    let calls = 0;
    const said = answer.parts.flatMap((part, at) => {
      if ('text' in part) return piecesOf(part.text).map((content) => chunk({ content }));
      if ('refusal' in part) return piecesOf(part.refusal).map((refusal) => chunk({ refusal }));
      if ('thinking' in part)
        return piecesOf(part.thinking).map((reasoning_content) => chunk({ reasoning_content }));
      const index = calls;
      calls += 1;
      const begin = {
        index,
        id: idOfCall(at),
        type: 'function',
        function: { name: part.call, arguments: '' },
      };
      return [
        chunk({ tool_calls: [begin] }),
        ...piecesOf(JSON.stringify(part.input)).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ];
    });
    return {
      said: [chunk({ role: 'assistant', content: '' }), ...said],
      end: [
        chunk({}, ENDS[answer.end]),
        ...(tellsUsage ? [eventOf({ choices: [], usage: usageOf(answer) })] : []),
        'data: [DONE]\n\n',
      ],
    };
  },

  error: (status, text) => errorOf(status === 400 ? 'invalid_request_error' : 'rate_limit_error', text),
  errorEvent: (text) => `data: ${JSON.stringify(errorOf('server_error', text))}\n\n`,
  understand,
};

const eventOf = (members: object): string =>
  `data: ${JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: MODEL },
    ...members,
  })}\n\n`;

function understand(body: Json, stream: boolean): Understood {
  const messages = listOf(body.messages);
  const partsOf = (roles: readonly string[]): Json[] =>
    messages.flatMap(({ role, content }) =>
      !roles.includes(String(role))
        ? []
        : typeof content === 'string'
          ? [{ type: 'text', text: content }]
          : listOf(content),
    );
  const user = partsOf(['user']);
  const held = (part: Json): Json => (part[String(part.type)] ?? {}) as Json;
  const format = body.response_format as { json_schema?: { schema: object } } | undefined;
  return {
    system: textsOf(partsOf(['system', 'developer']).map(({ text }) => text)).join('\n'),
    texts: textsOf(user.map(({ text }) => text)),
    images: user.filter(({ type }) => type === 'image_url').map((part) => bytesOf(held(part).url)),
    pdfs: user.filter(({ type }) => type === 'file').map((part) => bytesOf(held(part).file_data)),
    limit: Number(body.max_completion_tokens ?? body.max_tokens) || null,
    tools: listOf(body.tools).map((tool) => String((tool.function as Json).name)),
    thinks: body.reasoning_effort !== undefined && body.reasoning_effort !== 'none',
    schema: format?.json_schema?.schema ?? null,
    stop: [body.stop ?? []].flat() as string[],
    stream,
    said: textsOf(partsOf(['assistant']).map(({ text }) => text)).join(''),
    calls: messages.flatMap(({ tool_calls }) =>
      listOf(tool_calls).map(({ id, function: called }) => {
        const { name, arguments: input } = called as Record<string, string>;
        return { id: String(id), name: String(name), input: JSON.parse(String(input)) };
      }),
    ),
    results: messages.filter(({ role }) => role === 'tool').map(({ content }) => resultOf(content)),
    seals: [],
  };
}

const resultOf = (content: unknown): string =>
  typeof content === 'string' ? content : textsOf(listOf(content).map(({ text }) => text)).join('');
