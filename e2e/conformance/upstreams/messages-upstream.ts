import {
  framedEvent,
  startAnthropicUpstream,
} from '../../../server/test/upstreams/anthropic-messages-upstream.ts';
import {
  type AnswerPart,
  type End,
  THOUGHT_TOKENS,
  type Understood,
  type Upstream,
  USED,
  type VendorAnswer,
} from '../matrix-types.ts';
import {
  type Json,
  listOf,
  piecesOf,
  playedUpstream,
  textsOf,
  thinks,
  type Voice,
} from './played-upstream.ts';

const MODEL = 'claude-matrix';
const ANTHROPIC = 14;
const SEAL = 'EqQBCkYIBxgCKkBsZWFmcyBvZiB0aGlua2luZw==';
const ENDS: Readonly<Record<End, string>> = {
  ...{ end: 'end_turn', 'stop-sequence': 'stop_sequence', length: 'max_tokens', tools: 'tool_use' },
  ...{ filter: 'refusal', refusal: 'refusal' },
};

/** Anthropic's messages. */
export async function startMessagesUpstream(): Promise<Upstream> {
  const refused: string[] = [];
  const server = await startAnthropicUpstream({ refused });
  return playedUpstream(
    {
      ...{ name: 'Anthropic messages', dialect: 'anthropic-messages', model: MODEL, type: ANTHROPIC },
      idOfCall,
      sealsIn: ({ parts }) =>
        parts.flatMap((part) => ('thinking' in part ? [`${SEAL} of ${part.thinking}`] : [])),
      ends: new Set(['end', 'stop-sequence', 'length', 'tools', 'filter']),
    },
    { server, refused, voice: messagesVoice, isStream: ({ body }) => body.stream === true },
  );
}

const usageOf = (answer: VendorAnswer) => ({
  ...{ input_tokens: USED.input - USED.cached, output_tokens: USED.output },
  ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: USED.cached },
  ...(thinks(answer) && { output_tokens_details: { thinking_tokens: THOUGHT_TOKENS } }),
});

const idOfCall = (part: number): string => `toolu_${part}`;

function blockOf(part: AnswerPart, at: number): Json {
  if ('thinking' in part) return { type: 'thinking', thinking: part.thinking, signature: SEAL };
  if ('call' in part) return { type: 'tool_use', id: idOfCall(at), name: part.call, input: part.input };
  return { type: 'text', text: 'text' in part ? part.text : part.refusal };
}

const messageOf = (answer: VendorAnswer) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: MODEL },
  content: answer.parts.map(blockOf),
  stop_reason: ENDS[answer.end],
  stop_sequence: answer.end === 'stop-sequence' ? 'END' : null,
  usage: usageOf(answer),
});

const eventOf = (event: object): string => framedEvent(JSON.stringify(event));

/** The deltas of a block, and the block as it begins. */
function piecesOfBlock(block: Json): { empty: object; deltas: object[] } {
  if (block.type === 'thinking')
    return {
      empty: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...piecesOf(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ],
    };
  if (block.type === 'text')
    return {
      empty: { type: 'text', text: '' },
      deltas: piecesOf(String(block.text)).map((text) => ({ type: 'text_delta', text })),
    };
  return {
    empty: { ...block, input: {} },
    deltas: piecesOf(JSON.stringify(block.input)).map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    })),
  };
}

const messagesVoice: Voice = {
  whole: messageOf,

  stream(answer) {
    const { content, stop_reason, stop_sequence, usage, ...head } = messageOf(answer);
    const begun = { ...head, content: [], stop_reason: null, stop_sequence: null };
    const said = [
      eventOf({ type: 'message_start', message: { ...begun, usage: { ...usage, output_tokens: 1 } } }),
    ];
    content.forEach((block, index) => {
      const { empty, deltas } = piecesOfBlock(block);
      said.push(
        eventOf({ type: 'content_block_start', index, content_block: empty }),
        ...deltas.map((delta) => eventOf({ type: 'content_block_delta', index, delta })),
      );
      if (index < content.length - 1) said.push(eventOf({ type: 'content_block_stop', index }));
    });
    return {
      said,
      end: [
        eventOf({ type: 'content_block_stop', index: content.length - 1 }),
        eventOf({ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage }),
        eventOf({ type: 'message_stop' }),
      ],
    };
  },

  error: (status, message) => ({
    type: 'error',
    error: { type: status === 400 ? 'invalid_request_error' : 'rate_limit_error', message },
    request_id: 'req_upstream',
  }),
  errorEvent: (message) =>
    eventOf({ type: 'error', error: { type: 'api_error', message }, request_id: 'req_upstream' }),
  understand,
};

function understand(body: Json, stream: boolean): Understood {
  const blocksOf = (content: unknown): Json[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const said = listOf(body.messages).flatMap(({ role, content }) =>
    blocksOf(content).map((block): Json => ({ ...block, role })),
  );
  const user = said.filter(({ role }) => role === 'user');
  const dataOf = (type: string): string[] =>
    user.filter((block) => block.type === type).map(({ source }) => String((source as Json).data));
  const config = body.output_config as { format?: { schema?: object } } | undefined;
  const thinking = body.thinking as { type?: string } | undefined;
  return {
    system: textsOf(blocksOf(body.system).map(({ text }) => text)).join('\n'),
    texts: textsOf(user.map(({ text }) => text)),
    images: dataOf('image'),
    pdfs: dataOf('document'),
    limit: Number(body.max_tokens),
    tools: listOf(body.tools).map(({ name }) => String(name)),
    thinks: thinking?.type === 'enabled' || thinking?.type === 'adaptive',
    schema: config?.format?.schema ?? null,
    stop: (body.stop_sequences ?? []) as string[],
    stream,
    said: textsOf(said.filter(({ role }) => role === 'assistant').map(({ text }) => text)).join(''),
    calls: said
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: String(id), name: String(name), input })),
    results: user
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textsOf(blocksOf(content).map(({ text }) => text)).join('')),
    // A signature is of its thinking, word for word.
    seals: said
      .filter(({ type }) => type === 'thinking')
      .map((block) => `${block.signature} of ${block.thinking}`),
  };
}
