import { noUsage, readCount, type Usage } from '../../billing/usage.ts';

interface OpenAiUsage {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  total_tokens?: unknown;
  prompt_tokens_details?: Record<string, unknown> | null;
  completion_tokens_details?: Record<string, unknown> | null;
}

/**
 * OpenAI's usage as disjoint buckets. Its cached and audio tokens are part of the prompt's total, reasoning and
 * audio are part of the completion's; details that exceed their total are cut to it.
 * @returns null when there is nothing that can be believed
 * Source: pains, section 3.6; OpenAI API reference, "The chat completion object".
 */
export function readOpenAiUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as OpenAiUsage;
  const input = readCount(source.prompt_tokens);
  const output = readCount(source.completion_tokens);
  if (input === 0 && output === 0) return null;

  const usage = noUsage();
  let rest = input;
  const takeInput = (count: unknown): number => {
    const taken = Math.min(readCount(count), rest);
    rest -= taken;
    return taken;
  };
  const inputDetails = source.prompt_tokens_details ?? {};
  usage.cacheRead = takeInput(inputDetails.cached_tokens);
  usage.audioInput = takeInput(inputDetails.audio_tokens);
  usage.imageInput = takeInput(inputDetails.image_tokens);
  usage.textInput = rest;

  let outputRest = output;
  const takeOutput = (count: unknown): number => {
    const taken = Math.min(readCount(count), outputRest);
    outputRest -= taken;
    return taken;
  };
  const outputDetails = source.completion_tokens_details ?? {};
  usage.reasoningOutput = takeOutput(outputDetails.reasoning_tokens);
  usage.audioOutput = takeOutput(outputDetails.audio_tokens);
  usage.imageOutput = takeOutput(outputDetails.image_tokens);
  usage.textOutput = outputRest;
  return usage;
}
