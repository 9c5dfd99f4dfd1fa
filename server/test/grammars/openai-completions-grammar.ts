/**
 * Refuses a stream of legacy completions that OpenAI would not send.
 * Source: OpenAI API reference, "The completion object" (legacy).
 */
export function assertCompletionStream(text: string): void {
  const events = text.split('\n\n');
  if (events.pop() !== '') throw new Error('the stream does not end with a blank line');
  const finished = new Map<number, boolean>();
  let id: unknown = null;
  let isDone = false;
  let hasUsage = false;
  events.forEach((event, place) => {
    const fail = (what: string): never => {
      throw new Error(`event ${place}: ${what}: ${event.slice(0, 300)}`);
    };
    if (event.startsWith(':')) return;
    if (!event.startsWith('data: ') || event.includes('\n')) fail('no single data line');
    if (isDone) fail('something after [DONE]');
    if (event === 'data: [DONE]') {
      isDone = true;
      return;
    }
    const chunk = JSON.parse(event.slice(6)) as Record<string, unknown>;
    if (chunk.object !== 'text_completion') fail('no completion');
    if (typeof chunk.id !== 'string' || chunk.id === '') fail('no id');
    if (id !== null && chunk.id !== id) fail('another id');
    id = chunk.id;
    if (!Number.isInteger(chunk.created) || typeof chunk.model !== 'string') fail('no time or model');
    if (hasUsage) fail('something after the usage');
    const choices = chunk.choices as Record<string, unknown>[];
    if (!Array.isArray(choices)) fail('no choices');
    if (choices.length === 0) {
      hasUsage = typeof chunk.usage === 'object' && chunk.usage !== null;
      if (!hasUsage) fail('neither choices nor usage');
    }
    for (const choice of choices) readChoice(choice, finished, fail);
  });
  if (!isDone) throw new Error('no [DONE]');
  for (const [index, isFinished] of finished)
    if (!isFinished) throw new Error(`choice ${index} has no finish reason`);
}

function readChoice(
  { index, text, logprobs, finish_reason, ...others }: Record<string, unknown>,
  finished: Map<number, boolean>,
  fail: (what: string) => never,
): void {
  if (!Number.isInteger(index)) fail('no index');
  if (typeof text !== 'string') fail('no text');
  if (Object.keys(others).length > 0) fail('unknown members');
  if (finished.get(index as number)) fail('something after the finish reason');
  if (logprobs !== null) readLogprobs(logprobs as Record<string, unknown>, fail);
  if (finish_reason !== null && !['stop', 'length', 'content_filter'].includes(String(finish_reason)))
    fail('an unknown finish reason');
  finished.set(index as number, finish_reason !== null);
}

function readLogprobs(logprobs: Record<string, unknown>, fail: (what: string) => never): void {
  const { tokens, token_logprobs, text_offset, top_logprobs } = logprobs;
  const lengths = [tokens, token_logprobs, text_offset].map((list) =>
    Array.isArray(list) ? list.length : -1,
  );
  if (new Set(lengths).size !== 1 || lengths[0] === -1) fail('lists of likely tokens that do not fit');
  if (top_logprobs !== null && (top_logprobs as unknown[]).length !== lengths[0])
    fail('lists of likely tokens that do not fit');
}
