/** Why an answer ended. */
export type StopReason =
  | 'end'
  | 'stop-sequence'
  | 'length'
  /** The context of the model is full. */
  | 'context'
  | 'tools'
  | 'refusal'
  /** A filter of the vendor. */
  | 'filter';

/** Reasons that make an answer a failure. No other dialect has a word for them, so the caller gets an error. */
export type Failure =
  /** A call that cannot be read. */
  | 'malformed-call'
  /** The vendor gave up in the middle of it. */
  | 'cut'
  /** A tool at the vendor takes longer; only a caller of its own dialect can ask it to go on. */
  | 'pause';

export const failureTexts: Readonly<Record<Failure, string>> = {
  'malformed-call': 'The model made a call that cannot be read.',
  cut: 'The provider gave up in the middle of the answer.',
  pause: 'The answer stopped for a tool of the vendor.',
};

export const isFailure = (reason: StopReason | Failure): reason is Failure =>
  Object.hasOwn(failureTexts, reason);

/** Whether the vendor withheld the answer, or the rest of it. */
export const isFilter = (reason: StopReason | Failure): boolean =>
  reason === 'filter' || reason === 'refusal';

/** How one dialect says it: for the reader, and for the writer. */
export interface StopWords {
  read: Readonly<Record<string, StopReason | Failure>>;
  write: Readonly<Record<StopReason, string>>;
}

/**
 * Ends that vendors and servers write in words of their own, whatever dialect they speak; in small letters.
 * Sources: API references of Zhipu, DeepSeek, MiniMax and OpenRouter; sources of vLLM and SGLang; checked 2026-11.
 */
const otherEnds: Readonly<Record<string, StopReason | Failure>> = {
  max_tokens: 'length',
  max_output: 'length',
  max_output_tokens: 'length',
  repetition: 'length',
  model_context_window_exceeded: 'context',
  content_filter: 'filter',
  safety: 'filter',
  sensitive: 'filter',
  abort: 'cut',
  error: 'cut',
  insufficient_system_resource: 'cut',
  network_error: 'cut',
};

/** A dialect's word for an end; an unknown one means the usual end. */
export function readStop({ read }: Pick<StopWords, 'read'>, raw: string): StopReason | Failure {
  if (Object.hasOwn(read, raw)) return read[raw] as StopReason | Failure;
  const word = raw.toLowerCase();
  return Object.hasOwn(otherEnds, word) ? (otherEnds[word] as StopReason | Failure) : 'end';
}

/**
 * A status, or why a response is incomplete.
 * Source: OpenAI API reference, "The response object": `status`, `incomplete_details`.
 */
export const responsesStops: StopWords = {
  read: {
    completed: 'end',
    max_output_tokens: 'length',
    content_filter: 'filter',
  },
  write: {
    end: 'completed',
    'stop-sequence': 'completed',
    length: 'max_output_tokens',
    context: 'max_output_tokens',
    tools: 'completed',
    refusal: 'content_filter',
    filter: 'content_filter',
  },
};

/** Source: OpenAI API reference, "The chat completion object". */
export const chatStops: StopWords = {
  read: {
    stop: 'end',
    length: 'length',
    tool_calls: 'tools',
    function_call: 'tools',
    content_filter: 'filter',
  },
  write: {
    end: 'stop',
    'stop-sequence': 'stop',
    length: 'length',
    context: 'length',
    tools: 'tool_calls',
    refusal: 'content_filter',
    filter: 'content_filter',
  },
};

/** A completion calls no tools. Source: OpenAI API reference, "The completion object" (legacy). */
export const completionStops: StopWords['write'] = { ...chatStops.write, tools: 'stop' };

/** Source: Anthropic API reference, "Handling stop reasons". */
export const anthropicStops: StopWords = {
  read: {
    end_turn: 'end',
    stop_sequence: 'stop-sequence',
    max_tokens: 'length',
    model_context_window_exceeded: 'context',
    tool_use: 'tools',
    refusal: 'refusal',
    pause_turn: 'pause',
  },
  write: {
    end: 'end_turn',
    'stop-sequence': 'stop_sequence',
    length: 'max_tokens',
    context: 'model_context_window_exceeded',
    tools: 'tool_use',
    refusal: 'refusal',
    filter: 'refusal',
  },
};

/** `STOP` with calls means tools: the reader sees them. Source: Google, "FinishReason". */
export const geminiStops: StopWords = {
  read: {
    STOP: 'end',
    MAX_TOKENS: 'length',
    SAFETY: 'filter',
    RECITATION: 'filter',
    LANGUAGE: 'filter',
    BLOCKLIST: 'filter',
    PROHIBITED_CONTENT: 'filter',
    SPII: 'filter',
    IMAGE_SAFETY: 'filter',
    IMAGE_PROHIBITED_CONTENT: 'filter',
    IMAGE_RECITATION: 'filter',
    MALFORMED_FUNCTION_CALL: 'malformed-call',
    UNEXPECTED_TOOL_CALL: 'malformed-call',
  },
  write: {
    end: 'STOP',
    'stop-sequence': 'STOP',
    length: 'MAX_TOKENS',
    context: 'MAX_TOKENS',
    tools: 'STOP',
    refusal: 'SAFETY',
    filter: 'SAFETY',
  },
};

/** Source: Amazon Bedrock API reference, "Converse": `stopReason`. */
export const converseStops: Pick<StopWords, 'read'> = {
  read: {
    end_turn: 'end',
    tool_use: 'tools',
    max_tokens: 'length',
    stop_sequence: 'stop-sequence',
    guardrail_intervened: 'filter',
    content_filtered: 'filter',
    malformed_tool_use: 'malformed-call',
    model_context_window_exceeded: 'context',
  },
};
