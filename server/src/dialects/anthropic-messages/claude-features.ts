/** Parameters that a Claude model accepts, and its behaviour by default. */
export interface ClaudeFeatures {
  /** It decides itself how long it thinks, by an effort. */
  isAdaptive: boolean;
  /** It has the effort `xhigh`. */
  takesXhigh: boolean;
  /** Whether `top_k` and both of `temperature` and `top_p` are taken, or only one of both, or nothing. */
  sampled: 'never' | 'by-one' | 'by-both';
  /** Whether it thinks where a request says nothing of it, or whatever a request says. */
  thinks: 'never' | 'when-asked' | 'by-itself' | 'always';
  /** Its thinking is hidden unless the request asks for it. */
  hidesThinking: boolean;
  /** An answer and the inputs of tools can be held to a schema. */
  keepsToSchemas: boolean;
  /** It goes on with an answer that the request begins, where it does not think. */
  takesPrefill: boolean;
}

const NEWER = {
  isAdaptive: true,
  takesXhigh: true,
  sampled: 'never',
  hidesThinking: true,
  keepsToSchemas: true,
  takesPrefill: false,
} as const;
const OLDER = {
  isAdaptive: false,
  takesXhigh: false,
  sampled: 'by-both',
  thinks: 'when-asked',
  hidesThinking: false,
  keepsToSchemas: false,
  takesPrefill: true,
} as const;
const SINCE_OPUS_4_1 = { sampled: 'by-one', keepsToSchemas: true } as const;
/**
 * The first that fits; others are older.
 * Source: Claude docs, "Adaptive thinking", "Extended thinking", "Effort", "Structured outputs" and "Migration guide".
 */
const MODELS: readonly ({ name: RegExp } & ClaudeFeatures)[] = [
  { name: /claude-(?:fable|mythos)-/, ...NEWER, thinks: 'always' },
  { name: /claude-[a-z]+-[5-9]/, ...NEWER, thinks: 'by-itself' },
  { name: /claude-opus-4[-.][7-9]/, ...NEWER, thinks: 'when-asked' },
  {
    name: /claude-(?:opus|sonnet)-4[-.][6-9]/,
    ...OLDER,
    ...SINCE_OPUS_4_1,
    isAdaptive: true,
    takesPrefill: false,
  },
  { name: /claude-(?:opus-4[-.][15]|(?:sonnet|haiku)-4[-.]5)/, ...OLDER, ...SINCE_OPUS_4_1 },
  { name: /claude-(?:v?[12]|instant|3-(?:opus|sonnet|haiku)|3[-.]5)/, ...OLDER, thinks: 'never' },
  { name: /claude-(?:3|(?:opus|sonnet)-4)/, ...OLDER },
];

/** Other names may be of any model. */
export const featuresOf = (model: string): ClaudeFeatures =>
  MODELS.find(({ name }) => name.test(model)) ?? { ...OLDER, ...SINCE_OPUS_4_1 };
