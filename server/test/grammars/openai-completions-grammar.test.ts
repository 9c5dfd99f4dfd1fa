import { describe, expect, it } from 'vitest';
import { framedEvents } from '../support/fake-upstream.ts';
import { assertCompletionStream } from './openai-completions-grammar.ts';

const events = framedEvents('openai-completions/text.chunks.txt');
const [first = '', second = ''] = events;
const usage = events.at(-2) ?? '';
const done = events.at(-1) ?? '';
const without = (left: string): string => events.filter((event) => event !== left).join('');
const changed = (from: string, to: string): string => events.join('').replace(from, to);
const likely = (lists: object): string =>
  changed('"logprobs":null', `"logprobs":${JSON.stringify({ top_logprobs: null, ...lists })}`);

describe('the grammar of streamed legacy completions', () => {
  it('takes what OpenAI sent, with usage and without, and likely tokens', () => {
    assertCompletionStream(events.join(''));
    assertCompletionStream(without(usage));
    assertCompletionStream(likely({ tokens: ['a'], token_logprobs: [-1], text_offset: [0] }));
  });

  it.each([
    ['no [DONE]', without(done)],
    ['something after [DONE]', events.join('') + first],
    ['something after the usage', events.slice(0, -1).join('') + second + done],
    ['no completion', changed('"text_completion"', '"chat.completion.chunk"')],
    ['another id', changed('"cmpl-', '"other-')],
    ['no text', changed('"text":', '"delta":')],
    ['an unknown finish reason', changed('"length"', '"tool_calls"')],
    ['has no finish reason', changed('"finish_reason":"length"', '"finish_reason":null')],
    ['something after the finish reason', changed('"finish_reason":null', '"finish_reason":"stop"')],
    ['do not fit', likely({ tokens: ['a'], token_logprobs: [], text_offset: [0] })],
    ['neither choices nor usage', changed(/"usage":\{[^}]*\}/.exec(usage)?.[0] ?? '', '"usage":null')],
  ])('refuses: %s', (message, stream) => {
    expect(() => assertCompletionStream(stream)).toThrow(message);
  });
});
