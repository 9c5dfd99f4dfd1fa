import type { Edit } from '../../platform/json/splice.ts';
import { askedThinking } from '../asked-thinking.ts';
import type { ScannedRequest } from '../dialect.ts';
import { MemberReader } from '../member-reader.ts';
import { textOf } from '../neutral/json-values.ts';

/** The two names of the member that holds a request's settings. */
export const CONFIG_MEMBERS = ['generationConfig', 'generation_config'] as const;

const LIMITS = ['maxOutputTokens', 'max_output_tokens'] as const;
const COUNTS = ['candidateCount', 'candidate_count'] as const;
const MODALITIES = ['responseModalities', 'response_modalities'] as const;
const SPEECH = ['speechConfig', 'speech_config'] as const;
const IMAGE = ['imageConfig', 'image_config'] as const;
const THINKING = ['thinkingConfig', 'thinking_config'] as const;
const READ: ReadonlySet<string> = new Set([
  ...[...LIMITS, ...COUNTS, ...MODALITIES, ...SPEECH, ...IMAGE, ...THINKING],
]);

/** Source: Gemini API reference, "GenerationConfig". */
const MAX_CANDIDATES = 8;

export interface GenerationSettings {
  /** For each answer; null where the caller names none. */
  maxOutputTokens: number | null;
  answerCount: number;
  asksAudio: boolean;
  asksImages: boolean;
  asksThinking: boolean;
  thinkingBudget: number;
}

/** Reads the settings that bound or price an answer. */
export function readConfig(read: MemberReader): GenerationSettings {
  const name = read.oneOf(...CONFIG_MEMBERS);
  if (name !== undefined) {
    const isObject = read.kindOf(name) === 'object' || read.value(name) === undefined;
    read.require(isObject, name, 'invalid_object');
  }
  const config = read.inside(name ?? CONFIG_MEMBERS[0], READ);
  const countOf = (names: readonly string[], max?: number): number | null => {
    const found = config.oneOf(...names);
    return found === undefined ? null : config.count(found, { min: 1, ...(max !== undefined && { max }) });
  };
  const modalities = config.oneOf(...MODALITIES);
  const asked = (modalities === undefined ? [] : [config.value(modalities)].flat()).map((one) =>
    typeof one === 'number' ? `${one}` : textOf(one).toUpperCase(),
  );
  return {
    maxOutputTokens: countOf(LIMITS),
    answerCount: countOf(COUNTS, MAX_CANDIDATES) ?? 1,
    // Numbers are those of the enumeration, which Google takes too.
    asksAudio: asked.some((one) => one === 'AUDIO' || one === '3') || config.oneOf(...SPEECH) !== undefined,
    asksImages: asked.some((one) => one === 'IMAGE' || one === '2') || config.oneOf(...IMAGE) !== undefined,
    ...askedThinking(config, THINKING),
  };
}

/** Writes the bound of an answer to where the caller would have named it. */
export function boundConfig({ body, scan }: Pick<ScannedRequest, 'body' | 'scan'>, tokens: number): Edit {
  const read = new MemberReader(body, scan);
  const name = read.oneOf(...CONFIG_MEMBERS);
  const config = name === undefined ? undefined : read.place(name);
  const bound = `"${LIMITS[0]}":${tokens}`;
  if (name === undefined || config === undefined) {
    const end = body.lastIndexOf(CLOSE);
    return { start: end, end, replacement: `,"${CONFIG_MEMBERS[0]}":{${bound}}` };
  }
  if (read.kindOf(name) !== 'object') return { ...config, replacement: `{${bound}}` };
  const inside = read.inside(name, READ);
  // Only null can stand there.
  const own = inside.place(inside.oneOf(...LIMITS) ?? '');
  if (own !== undefined)
    return { start: config.start + own.start, end: config.start + own.end, replacement: String(tokens) };
  const end = config.end - 1;
  const isEmpty = body.toString('latin1', config.start + 1, end).trim() === '';
  return { start: end, end, replacement: isEmpty ? bound : `,${bound}` };
}

const CLOSE = 0x7d;
