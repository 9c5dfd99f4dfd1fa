import {
  functionTool,
  type Json,
  pieces,
  type ScriptedAnswer,
  type ScriptedDialect,
  type ScriptedHead,
  scriptedUsage,
  seals,
  textsIn,
} from './scripted-answer.ts';

const { input: input_tokens, output: output_tokens } = scriptedUsage;
const stopOf = ({ calls = [] }: ScriptedAnswer): string => (calls.length > 0 ? 'tool_use' : 'end_turn');
const SIGNATURE = seals['anthropic-messages'];

const blocksOf = ({ thinking, text, calls = [] }: ScriptedAnswer): Json[] => [
  ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: SIGNATURE }]),
  ...(text === undefined ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
];

const messageOf = ({ model, number }: ScriptedHead, rest: object): object => ({
  ...{ id: `msg_${number}`, type: 'message', role: 'assistant', model, stop_sequence: null },
  ...rest,
});

const event = (data: Json): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

function deltasOf(block: Json): object[] {
  if (block.type === 'text') return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'thinking')
    return [
      ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: SIGNATURE },
    ];
  return pieces(JSON.stringify(block.input)).map((partial_json) => ({
    type: 'input_json_delta',
    partial_json,
  }));
}

const emptyBlock = (block: Json): object =>
  block.type === 'text'
    ? { type: 'text', text: '' }
    : block.type === 'thinking'
      ? { type: 'thinking', thinking: '', signature: '' }
      : { ...block, input: {} };

/** An upstream of Anthropic's messages. */
export const scriptedMessages: ScriptedDialect = {
  read(body) {
    const contents: Json[] = (body.messages as Json[]).flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Json[]),
    );
    const of = (type: string): Json[] => contents.filter((block) => block.type === type);
    const results = of('tool_result');
    const inResults: Json[] = results.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    const pictures = [...of('image'), ...inResults.filter(({ type }) => type === 'image')];
    return {
      model: body.model,
      stream: body.stream === true,
      tools: ((body.tools ?? []) as Json[]).map(({ name }) => functionTool(name)),
      texts: [...textsIn(body.system), ...textsIn(contents)],
      results: results.map(({ tool_use_id, content }) => ({
        callId: tool_use_id,
        text: textsIn(content).join(''),
      })),
      called: of('tool_use').map(({ name }) => name),
      seals: of('thinking').map(({ signature }) => signature),
      pictures: pictures.map(({ source }) => source.data ?? source.url),
      schema: body.output_config?.format?.schema ?? null,
    };
  },

  whole: (answer, head) =>
    messageOf(head, {
      content: blocksOf(answer),
      stop_reason: stopOf(answer),
      usage: { input_tokens, output_tokens },
    }),

  events(answer, head) {
    const usage = { input_tokens, output_tokens: 1 };
    return [
      event({ type: 'message_start', message: messageOf(head, { content: [], stop_reason: null, usage }) }),
      event({ type: 'ping' }),
      ...blocksOf(answer).flatMap((block, index) => [
        event({ type: 'content_block_start', index, content_block: emptyBlock(block) }),
        ...deltasOf(block).map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]),
      event({
        type: 'message_delta',
        delta: { stop_reason: stopOf(answer), stop_sequence: null },
        usage: { output_tokens },
      }),
      event({ type: 'message_stop' }),
    ];
  },

  error: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', message },
    request_id: 'req_upstream',
  }),
};
