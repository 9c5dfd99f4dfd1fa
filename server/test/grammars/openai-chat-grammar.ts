/** How a stream ended: `finished` as it should, `failed` with an error as its last event. */
export type ChatStreamEnd = 'finished' | 'failed';

/** A stream that came to its proper end. */
export function assertChatStream(text: string): void {
  if (checkChatStream(text) !== 'finished') throw new Error('the stream ended with an error');
}

/** Refuses a stream of chat completion chunks that OpenAI would not send. Source: OpenAI API reference, "Streaming". */
export function checkChatStream(text: string): ChatStreamEnd {
  const events = text.split('\n\n');
  if (events.pop() !== '') throw new Error('the stream does not end with a blank line');
  const choices = new Map<number, { calls: number; isFinished: boolean; hasRole: boolean }>();
  let id: unknown = null;
  let isDone = false;
  let hasUsage = false;
  let hasFailed = false;
  events.forEach((event, place) => {
    const fail = (what: string): never => {
      throw new Error(`event ${place}: ${what}: ${event.slice(0, 300)}`);
    };
    if (event.startsWith(':')) return;
    if (!event.startsWith('data: ') || event.includes('\n')) fail('no single data line');
    if (isDone) fail('something after [DONE]');
    if (hasFailed) fail('something after the error');
    if (event === 'data: [DONE]') {
      isDone = true;
      return;
    }
    const chunk = JSON.parse(event.slice(6)) as Record<string, unknown>;
    if (chunk.error !== undefined) {
      const { message, type } = chunk.error as Record<string, unknown>;
      if (typeof message !== 'string' || typeof type !== 'string') fail('no error with message and type');
      hasFailed = true;
      return;
    }
    if (chunk.object !== 'chat.completion.chunk') fail('no chunk');
    if (typeof chunk.id !== 'string' || chunk.id === '') fail('no id');
    if (id !== null && chunk.id !== id) fail('another id');
    id = chunk.id;
    if (!Number.isInteger(chunk.created) || typeof chunk.model !== 'string') fail('no time or model');
    if (hasUsage) fail('something after the usage');
    const list = chunk.choices as Record<string, unknown>[];
    if (!Array.isArray(list)) fail('no choices');
    if (list.length === 0) {
      hasUsage = typeof chunk.usage === 'object' && chunk.usage !== null;
      if (!hasUsage) fail('neither choices nor usage');
      return;
    }
    for (const choice of list) readChoice(choice, choices, fail);
  });
  if (hasFailed) return 'failed';
  if (!isDone) throw new Error('no [DONE]');
  for (const [index, { isFinished, hasRole }] of choices) {
    if (!isFinished) throw new Error(`choice ${index} has no finish reason`);
    if (!hasRole) throw new Error(`choice ${index} has no role`);
  }
  return 'finished';
}

function readChoice(
  choice: Record<string, unknown>,
  choices: Map<number, { calls: number; isFinished: boolean; hasRole: boolean }>,
  fail: (what: string) => never,
): void {
  const index = choice.index as number;
  const delta = choice.delta as Record<string, unknown>;
  if (!Number.isInteger(index) || typeof delta !== 'object') fail('no index or delta');
  const state = choices.get(index) ?? { calls: 0, isFinished: false, hasRole: false };
  choices.set(index, state);
  if (state.isFinished) fail('something after the finish reason');
  if (!state.hasRole && Object.keys(delta).length > 0 && delta.role !== 'assistant') fail('no role first');
  state.hasRole ||= delta.role === 'assistant';
  for (const call of (delta.tool_calls ?? []) as Record<string, unknown>[]) {
    const given = call.function as Record<string, unknown> | undefined;
    if (call.id !== undefined) {
      if (call.index !== state.calls) fail(`a new call with the index ${String(call.index)}`);
      if (typeof given?.name !== 'string' || given.name === '') fail('a call without a name');
      state.calls += 1;
    } else if (call.index !== state.calls - 1) fail('a fragment of another call');
    // Packages check that it is there, also where it says nothing.
    const held = given ?? (call.custom as Record<string, unknown> | undefined);
    if (typeof (held?.arguments ?? held?.input) !== 'string') fail('a fragment without arguments');
  }
  if (choice.finish_reason === null) return;
  if (!['stop', 'length', 'tool_calls', 'content_filter'].includes(String(choice.finish_reason)))
    fail('an unknown finish reason');
  if (choice.finish_reason === 'tool_calls' && state.calls === 0) fail('tool_calls without a call');
  state.isFinished = true;
}
