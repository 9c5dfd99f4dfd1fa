import type { CountedUnit } from '@turnpike/contract';
import { noUsage, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import { readOpenAiUsage } from './openai-usage.ts';

/** Begun seconds count. */
export const secondsUnit = (seconds: unknown): CountedUnit[] | undefined =>
  typeof seconds === 'number' && seconds > 0 && seconds < LONGEST_SECONDS
    ? [{ kind: 'second', count: Math.ceil(seconds) }]
    : undefined;

const LONGEST_SECONDS = 10_000_000;

/**
 * Tokens of what was heard and written.
 * @returns null where the vendor counts none, or seconds in their place
 * Source: OpenAI API reference, "The transcription object"; Mistral's usage is that of its chat.
 */
export function readTranscriptionUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const { input_tokens, output_tokens, input_token_details } = value as Record<string, unknown>;
  if (input_tokens === undefined && output_tokens === undefined) return readOpenAiUsage(value);
  const reading = new UsageReading();
  const input = reading.input(input_tokens);
  const output = reading.output(output_tokens);
  if (input === 0 && output === 0 && reading.flags.length === 0) return null;
  const details = (input_token_details ?? {}) as Record<string, unknown>;
  const audioInput = reading.takerFrom(input)(reading.detail(details.audio_tokens));
  return {
    ...noUsage(),
    audioInput,
    textInput: input - audioInput,
    textOutput: output,
    flags: reading.flags,
  };
}
