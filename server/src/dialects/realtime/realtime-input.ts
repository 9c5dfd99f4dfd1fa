import type { CountedUnit } from '@turnpike/contract';
import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { RequestFacts } from '../dialect.ts';
import { LIKELY_IMAGE_TOKENS } from '../media-input.ts';

/** Input of a response from its conversation. */
export interface RealtimeInput {
  /** Known from the usage of an earlier response, or otherwise. */
  textTokens: number;
  /** Texts that no usage includes yet. */
  textBytes: number;
  audioTokens: number;
  imageCount: number;
}

export const NO_INPUT: RealtimeInput = { textTokens: 0, textBytes: 0, audioTokens: 0, imageCount: 0 };

export const addInputs = (a: RealtimeInput, b: RealtimeInput): RealtimeInput => ({
  textTokens: a.textTokens + b.textTokens,
  textBytes: a.textBytes + b.textBytes,
  audioTokens: a.audioTokens + b.audioTokens,
  imageCount: a.imageCount + b.imageCount,
});

/** Slightly less than most tokenizers have. */
const MIN_BYTES_A_TOKEN = 3;
const LIKELY_BYTES_A_TOKEN = 4;

export const mostTokens = (textBytes: number): number => Math.ceil(textBytes / MIN_BYTES_A_TOKEN);

/** Facts about a response before it is made. */
export interface ExpectedTurn {
  model: string;
  input: RealtimeInput;
  /** Length of the session's instructions and tools. */
  sessionBytes: number;
  speaks: boolean;
  /** Units that are charged each. */
  units?: readonly CountedUnit[];
}

export function factsOfTurn({ model, input, sessionBytes, speaks, units }: ExpectedTurn): RequestFacts {
  const { textTokens, audioTokens, imageCount } = input;
  const textBytes = input.textBytes + sessionBytes;
  return {
    model,
    stream: true,
    framing: 'sse',
    wantsUsage: false,
    maxOutputTokens: null,
    answerCount: 1,
    hasTools: false,
    canBeBounded: false,
    inputTokens: textTokens + mostTokens(textBytes),
    likelyInputTokens: textTokens + Math.ceil(textBytes / LIKELY_BYTES_A_TOKEN),
    leastInputTokens: 0,
    media: {
      ...{ imageCount, likelyImageTokens: imageCount * LIKELY_IMAGE_TOKENS, leastImageTokens: 0 },
      ...{ audioTokens, likelyAudioTokens: audioTokens, leastAudioTokens: 0, documentTokens: 0 },
    },
    asks: speaks ? { ...NOTHING_ASKED, audioOutput: true } : NOTHING_ASKED,
    ...(units !== undefined && { units }),
  };
}
