import type { ConversationDialect } from '@turnpike/contract';

/** The end of a vendor's answer. */
export interface PlayedEnd {
  /** Everything that was said. */
  text: string;
  /** Tokens of input and output; null: it says none. */
  usage: { input: number; output: number } | null;
  isFiltered?: boolean;
}

/** One answer of a vendor, event by event. The events of a response are numbered as they are made. */
export interface PlayedAnswer {
  /** Events that a vendor sends before it knows whether it can answer. */
  first(): object[];
  /** Events that open a text. */
  open(): object[];
  say(text: string): object;
  /** Ends an answer, with its text where one was opened. */
  end(end: PlayedEnd): object[];
  /** The same answer at once. */
  whole(end: PlayedEnd): object;
}

export interface PlayOptions {
  model: string;
  /** Says its usage, the input of it at the beginning where it has it there. */
  input: number | null;
}

/** An answer as each vendor plays it. */
export const playedAnswers: Readonly<Record<ConversationDialect, (options: PlayOptions) => PlayedAnswer>> = {
  'openai-chat': playedChat,
  'openai-responses': playedResponse,
  'anthropic-messages': playedMessage,
  gemini: playedGemini,
};

function playedChat({ model }: PlayOptions): PlayedAnswer {
  const head = { id: 'chatcmpl-1', created: 1, model };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...{ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
  });
  const reason = ({ isFiltered }: PlayedEnd) => (isFiltered ? 'content_filter' : 'stop');
  const usageOf = ({ usage }: PlayedEnd) =>
    usage === null
      ? {}
      : {
          usage: {
            ...{ prompt_tokens: usage.input, completion_tokens: usage.output },
            total_tokens: usage.input + usage.output,
          },
        };
  return {
    first: () => [chunk({ role: 'assistant', content: '' })],
    open: () => [],
    say: (content) => chunk({ content }),
    end: (end) => [
      chunk({}, reason(end)),
      ...(end.usage === null ? [] : [{ ...chunk({}), choices: [], ...usageOf(end) }]),
    ],
    whole: (end) => ({
      ...{ ...head, object: 'chat.completion', ...usageOf(end) },
      choices: [{ index: 0, message: { role: 'assistant', content: end.text }, finish_reason: reason(end) }],
    }),
  };
}

function playedResponse({ model }: PlayOptions): PlayedAnswer {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const head = { id: 'resp_1', object: 'response', created_at: 1, model, error: null };
  let number = -1;
  let isOpen = false;
  const event = (type: string, members: object) => {
    number += 1;
    return { type, sequence_number: number, ...members };
  };
  const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
  const message = (status: string, content: object[]) => ({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', status, content },
  });
  const response = ({ text, usage, isFiltered }: PlayedEnd) => ({
    ...head,
    status: isFiltered ? 'incomplete' : 'completed',
    incomplete_details: isFiltered ? { reason: 'content_filter' } : null,
    output: text === '' ? [] : [message('completed', [part(text)])],
    usage:
      usage === null
        ? null
        : {
            ...{ input_tokens: usage.input, input_tokens_details: { cached_tokens: 0 } },
            ...{ output_tokens: usage.output, output_tokens_details: { reasoning_tokens: 0 } },
            total_tokens: usage.input + usage.output,
          },
  });
  return {
    first: () => [
      event('response.created', { response: { ...head, status: 'in_progress', output: [], usage: null } }),
    ],
    open: () => {
      isOpen = true;
      return [
        event('response.output_item.added', { output_index: 0, item: message('in_progress', []) }),
        event('response.content_part.added', { ...place, part: part('') }),
      ];
    },
    say: (delta) => event('response.output_text.delta', { ...place, delta, logprobs: [] }),
    end: (end) => [
      ...(isOpen
        ? [
            event('response.output_text.done', { ...place, text: end.text, logprobs: [] }),
            event('response.content_part.done', { ...place, part: part(end.text) }),
            event('response.output_item.done', {
              output_index: 0,
              item: message('completed', [part(end.text)]),
            }),
          ]
        : []),
      event(end.isFiltered ? 'response.incomplete' : 'response.completed', { response: response(end) }),
    ],
    whole: response,
  };
}

function playedMessage({ model, input }: PlayOptions): PlayedAnswer {
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null };
  let isOpen = false;
  const reason = ({ isFiltered }: PlayedEnd) => (isFiltered ? 'refusal' : 'end_turn');
  return {
    first: () => [
      {
        type: 'message_start',
        message: {
          ...{ ...head, content: [], stop_reason: null },
          ...(input === null ? {} : { usage: { input_tokens: input, output_tokens: 1 } }),
        },
      },
    ],
    open: () => {
      isOpen = true;
      return [{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }];
    },
    say: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: (end) => [
      ...(isOpen ? [{ type: 'content_block_stop', index: 0 }] : []),
      {
        type: 'message_delta',
        delta: { stop_reason: reason(end), stop_sequence: null },
        ...(end.usage === null ? {} : { usage: { output_tokens: end.usage.output } }),
      },
      { type: 'message_stop' },
    ],
    whole: (end) => ({
      ...{ ...head, stop_reason: reason(end) },
      content: end.text === '' ? [] : [{ type: 'text', text: end.text }],
      ...(end.usage === null
        ? {}
        : { usage: { input_tokens: end.usage.input, output_tokens: end.usage.output } }),
    }),
  };
}

function playedGemini({ model }: PlayOptions): PlayedAnswer {
  const says = (text: string) => ({ content: { role: 'model', parts: [{ text }] }, index: 0 });
  const last = ({ usage, isFiltered }: PlayedEnd, candidate: object) => ({
    candidates: [{ ...candidate, finishReason: isFiltered ? 'SAFETY' : 'STOP', index: 0 }],
    modelVersion: model,
    ...(usage === null
      ? {}
      : {
          usageMetadata: {
            ...{ promptTokenCount: usage.input, candidatesTokenCount: usage.output },
            totalTokenCount: usage.input + usage.output,
          },
        }),
  });
  return {
    first: () => [],
    open: () => [],
    say: (text) => ({ candidates: [says(text)] }),
    end: (end) => [last(end, {})],
    whole: (end) => last(end, end.text === '' ? {} : says(end.text)),
  };
}
