/** What a model of Claude's takes, and does unasked. */
export interface ClaudeFeatures {
  /** It decides itself how long it thinks, by an effort. */
  isAdaptive: boolean;
  /** `temperature`, `top_p` and `top_k`. */
  takesSampling: boolean;
}

/** The first that fits; others are older. Source: Claude docs, "Adaptive thinking" and "Migration guide". */
const MODELS: readonly ({ name: RegExp } & ClaudeFeatures)[] = [
  { name: /claude-(?:[a-z]+-[5-9]|mythos-preview)/, isAdaptive: true, takesSampling: false },
  { name: /claude-opus-4[-.][7-9]/, isAdaptive: true, takesSampling: false },
  { name: /claude-(?:opus|sonnet)-4[-.][6-9]/, isAdaptive: true, takesSampling: true },
];
const OLDER: ClaudeFeatures = { isAdaptive: false, takesSampling: true };

export const featuresOf = (model: string): ClaudeFeatures =>
  MODELS.find(({ name }) => name.test(model)) ?? OLDER;
