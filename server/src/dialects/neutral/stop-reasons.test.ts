import { describe, expect, it } from 'vitest';
import { anthropicStops, chatStops, geminiStops, readStop, responsesStops } from './stop-reasons.ts';

describe('words for the end of an answer', () => {
  it.each([
    ['network_error', 'cut'],
    ['insufficient_system_resource', 'cut'],
    ['error', 'cut'],
    ['abort', 'cut'],
    ['sensitive', 'filter'],
    ['safety', 'filter'],
    ['SAFETY', 'filter'],
    ['model_context_window_exceeded', 'context'],
    ['max_output', 'length'],
    ['max_output_tokens', 'length'],
    ['MAX_TOKENS', 'length'],
    ['repetition', 'length'],
    ['eos', 'end'],
    ['constructor', 'end'],
    ['', 'end'],
  ])('that vendors have of their own are read in every dialect: %s', (word, reason) => {
    for (const words of [chatStops, responsesStops, anthropicStops, geminiStops])
      expect(readStop(words, word)).toBe(reason);
  });

  it('of the dialect itself go first', () => {
    expect(readStop(anthropicStops, 'max_tokens')).toBe('length');
    expect(readStop(chatStops, 'tool_calls')).toBe('tools');
  });
});
