import {
  bytesOf,
  functionTool,
  inputText,
  type Json,
  pieces,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedDialect,
  scriptedUsage,
  textsIn,
} from './scripted-answer.ts';

const usage = {
  prompt_tokens: scriptedUsage.input,
  completion_tokens: scriptedUsage.output,
  total_tokens: scriptedUsage.input + scriptedUsage.output,
};
const finishOf = ({ calls = [] }: ScriptedAnswer): string => (calls.length > 0 ? 'tool_calls' : 'stop');

const callOf = (call: ScriptedCall): object =>
  typeof call.input === 'string'
    ? { id: call.id, type: 'custom', custom: { name: call.name, input: call.input } }
    : { id: call.id, type: 'function', function: { name: call.name, arguments: inputText(call) } };

/** An upstream of chat completions that thinks as DeepSeek does. */
export const scriptedChat: ScriptedDialect = {
  read(body) {
    const messages = body.messages as Json[];
    const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Json[]) : []));
    const tools = (body.tools ?? []) as Json[];
    return {
      model: body.model,
      stream: body.stream === true,
      tools: tools.map((tool) => ({
        ...functionTool(tool[tool.type].name),
        isCustom: tool.type === 'custom',
      })),
      texts: messages.flatMap(({ content }) => textsIn(content)),
      results: messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => ({ callId: tool_call_id, text: textsIn(content).join('') })),
      called: messages.flatMap(({ tool_calls = [] }) =>
        (tool_calls as Json[]).map((call) => call[call.type].name as string),
      ),
      seals: [],
      pictures: parts.filter(({ type }) => type === 'image_url').map((part) => bytesOf(part.image_url.url)),
      schema: body.response_format?.json_schema?.schema ?? null,
    };
  },

  whole(answer, { model, number }) {
    const { text = null, thinking, calls = [] } = answer;
    const tool_calls = calls.map(callOf);
    const message = {
      ...{ role: 'assistant', content: text, refusal: null },
      ...(thinking !== undefined && { reasoning_content: thinking }),
      ...(calls.length > 0 && { tool_calls }),
    };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(answer) }];
    return {
      id: `chatcmpl-${number}`,
      object: 'chat.completion',
      created: 1_700_000_000,
      model,
      choices,
      usage,
    };
  },

  events(answer, { model, number }) {
    const { text = '', thinking = '', calls = [] } = answer;
    const chunk = (choices: object[], rest: object = {}): string =>
      `data: ${JSON.stringify({
        ...{ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1_700_000_000, model },
        choices,
        ...rest,
      })}\n\n`;
    const say = (delta: object, finish_reason: string | null = null): string =>
      chunk([{ index: 0, delta, finish_reason }]);
    return [
      say({ role: 'assistant', content: '' }),
      ...pieces(thinking).map((piece) => say({ reasoning_content: piece })),
      ...pieces(text).map((content) => say({ content })),
      ...calls.flatMap((call, index) => {
        const isCustom = typeof call.input === 'string';
        const [type, member] = isCustom ? ['custom', 'input'] : ['function', 'arguments'];
        return [
          say({ tool_calls: [{ index, id: call.id, type, [type]: { name: call.name, [member]: '' } }] }),
          ...pieces(inputText(call)).map((piece) =>
            say({ tool_calls: [{ index, [type]: { [member]: piece } }] }),
          ),
        ];
      }),
      say({}, finishOf(answer)),
      chunk([], { usage }),
      'data: [DONE]\n\n',
    ];
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
