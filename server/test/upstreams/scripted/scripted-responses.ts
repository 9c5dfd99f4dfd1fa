import {
  bytesOf,
  inputText,
  type Json,
  pieces,
  type ScriptedAnswer,
  type ScriptedDialect,
  type ScriptedHead,
  type ScriptedTool,
  scriptedUsage,
  seals,
  textsIn,
} from './scripted-answer.ts';

const usage = {
  ...{ input_tokens: scriptedUsage.input, input_tokens_details: { cached_tokens: 0 } },
  ...{ output_tokens: scriptedUsage.output, output_tokens_details: { reasoning_tokens: 0 } },
  total_tokens: scriptedUsage.input + scriptedUsage.output,
};

const responseOf = ({ model, number }: ScriptedHead, rest: object): object => ({
  ...{ id: `resp_${number}`, object: 'response', created_at: 1_700_000_000, model, error: null },
  ...{ incomplete_details: null, metadata: {}, tools: [], parallel_tool_calls: true, tool_choice: 'auto' },
  ...rest,
});

function itemsOf({ thinking, text, calls = [] }: ScriptedAnswer, { number }: ScriptedHead): Json[] {
  const summary = [{ type: 'summary_text', text: thinking }];
  return [
    ...(thinking === undefined
      ? []
      : [{ id: `rs_${number}`, type: 'reasoning', encrypted_content: seals['openai-responses'], summary }]),
    ...(text === undefined
      ? []
      : [
          {
            ...{ id: `msg_${number}`, type: 'message', role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
          },
        ]),
    ...calls.map((call, index) => ({
      ...{ id: `fc_${number}_${index}`, status: 'completed', call_id: call.id, name: call.name },
      ...(call.namespace && { namespace: call.namespace }),
      ...(typeof call.input === 'string'
        ? { type: 'custom_tool_call', input: call.input }
        : { type: 'function_call', arguments: inputText(call) }),
    })),
  ];
}

/** The initial state of an item, and the events that fill it. */
function fillingOf(item: Json): { empty: Json; events: Json[] } {
  const at = (type: string, rest: object): Json => ({ type: `response.${type}`, item_id: item.id, ...rest });
  if (item.type === 'reasoning') {
    const [part] = item.summary as [Json];
    const place = { summary_index: 0 };
    const text = 'reasoning_summary_text';
    return {
      empty: { ...item, summary: [] },
      events: [
        at('reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } }),
        ...pieces(part.text).map((delta) => at(`${text}.delta`, { ...place, delta })),
        at(`${text}.done`, { ...place, text: part.text }),
        at('reasoning_summary_part.done', { ...place, part }),
      ],
    };
  }
  if (item.type === 'message') {
    const [part] = item.content as [Json];
    const place = { content_index: 0 };
    return {
      empty: { ...item, status: 'in_progress', content: [] },
      events: [
        at('content_part.added', { ...place, part: { ...part, text: '' } }),
        ...pieces(part.text).map((delta) => at('output_text.delta', { ...place, delta, logprobs: [] })),
        at('output_text.done', { ...place, text: part.text, logprobs: [] }),
        at('content_part.done', { ...place, part }),
      ],
    };
  }
  const [member, name] =
    item.type === 'function_call'
      ? ['arguments', 'function_call_arguments']
      : ['input', 'custom_tool_call_input'];
  const given = item[member as string] as string;
  return {
    empty: { ...item, status: 'in_progress', [member as string]: '' },
    events: [
      ...pieces(given).map((delta) => at(`${name}.delta`, { delta })),
      at(`${name}.done`, { [member as string]: given }),
    ],
  };
}

/** Everything with a type in `input`, results' parts too. */
const itemsIn = (input: unknown): Json[] =>
  typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: input }]
    : (input as Json[]).map((item) => ({ type: 'message', ...item }));

/** Those of namespaces too; they may stand in the input. */
const toolsIn = (tools: readonly Json[], namespace: string): ScriptedTool[] =>
  tools.flatMap((tool) =>
    tool.type === 'namespace'
      ? toolsIn(tool.tools, tool.name)
      : [{ name: tool.name ?? tool.type, isCustom: tool.type === 'custom', namespace }],
  );

/** An upstream of OpenAI's responses. */
export const scriptedResponses: ScriptedDialect = {
  read(body) {
    const items = itemsIn(body.input);
    const contents = items.flatMap(({ content, output }) => [content, output]);
    const parts: Json[] = contents.flatMap((content) => (Array.isArray(content) ? (content as Json[]) : []));
    const results = items.filter(({ type }) => /_call_output$/.test(type));
    return {
      model: body.model,
      stream: body.stream === true,
      tools: toolsIn([...(body.tools ?? []), ...items.flatMap(({ tools = [] }) => tools as Json[])], ''),
      texts: [...textsIn(body.instructions), ...items.flatMap(({ content }) => textsIn(content))],
      results: results.map(({ call_id, output }) => ({ callId: call_id, text: textsIn(output).join('') })),
      called: items.filter(({ type }) => /_call$/.test(type)).map(({ name, type }) => name ?? type),
      seals: items.flatMap(({ encrypted_content }) => encrypted_content ?? []),
      pictures: parts.filter(({ type }) => type === 'input_image').map((part) => bytesOf(part.image_url)),
      schema: body.text?.format?.schema ?? null,
    };
  },

  whole: (answer, head) => responseOf(head, { status: 'completed', output: itemsOf(answer, head), usage }),

  events(answer, head) {
    const begun = responseOf(head, { status: 'in_progress', output: [], usage: null });
    const events: Json[] = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      ...itemsOf(answer, head).flatMap((item, output_index) => {
        const { empty, events: filling } = fillingOf(item);
        return [
          { type: 'response.output_item.added', output_index, item: empty },
          ...filling.map((event) => ({ ...event, output_index })),
          { type: 'response.output_item.done', output_index, item },
        ];
      }),
      { type: 'response.completed', response: scriptedResponses.whole(answer, head) },
    ];
    return events.map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    );
  },

  error: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'rate_limit_error' : 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
};
