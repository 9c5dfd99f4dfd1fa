/** From the least. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Features of an OpenAI model, derived from its name. */
export interface OpenAiFeatures {
  thinks: boolean;
  /** The efforts that it can be asked for, from the least; null: they are not known. */
  efforts: readonly Effort[] | null;
  /** Whether temperature, top_p and logprobs are accepted. A thinking model may accept them if thinking is off. */
  sampled: 'always' | 'never' | 'told-not-to-think' | 'unless-thinking';
  takesStop: boolean;
}

const PLAIN: OpenAiFeatures = {
  thinks: false,
  efforts: null,
  sampled: 'always',
  takesStop: true,
};
const THINKING: OpenAiFeatures = { ...PLAIN, thinks: true, sampled: 'never', takesStop: false };
const TO_HIGH = ['low', 'medium', 'high'] as const;
const TO_XHIGH = [...TO_HIGH, 'xhigh'] as const;

/**
 * The first that fits.
 * Source: OpenAI API reference, "Create chat completion": `stop`, `reasoning_effort`; OpenAI docs, "Using GPT-5.2",
 * "Reasoning models" and the page of each model.
 */
const MODELS: readonly ({ name: RegExp } & OpenAiFeatures)[] = [
  { name: /^gpt-4[\w.-]*-search/, ...PLAIN, sampled: 'never' },
  { name: /^(?:gpt-[34]|chatgpt-|gpt-5-chat)/, ...PLAIN },
  // Later ones decide themselves whether they think.
  { name: /^gpt-5\.\d[\w.]*-chat/, ...THINKING, efforts: ['medium'] },
  { name: /^gpt-5-pro/, ...THINKING, efforts: ['high'] },
  { name: /^gpt-5\.[2-5]-pro/, ...THINKING, efforts: ['medium', 'high', 'xhigh'] },
  { name: /^(?:gpt-5\.1-codex-max|gpt-5\.[23]-codex)/, ...THINKING, efforts: TO_XHIGH },
  { name: /^(?:gpt-5(?:\.1)?-codex|codex-mini)/, ...THINKING, efforts: TO_HIGH },
  { name: /^(?:o\d-pro|gpt-5[\w.-]*-(?:pro|codex)|codex-)/, ...THINKING },
  { name: /^o\d[\w-]*-deep-research/, ...THINKING, efforts: ['medium'] },
  { name: /^(?:o1|o3-mini)(?![a-z\d])/, ...THINKING, efforts: TO_HIGH, takesStop: true },
  { name: /^o[3-9](?![a-z\d])/, ...THINKING, efforts: TO_HIGH },
  // By themselves they do not think.
  { name: /^gpt-5\.1/, ...THINKING, efforts: ['none', ...TO_HIGH], sampled: 'unless-thinking' },
  { name: /^gpt-5\.[2-4]/, ...THINKING, efforts: ['none', ...TO_XHIGH], sampled: 'unless-thinking' },
  { name: /^gpt-5\.5/, ...THINKING, efforts: ['none', ...TO_XHIGH], sampled: 'told-not-to-think' },
  { name: /^gpt-5\.\d/, ...THINKING, efforts: ['none', ...TO_XHIGH, 'max'], sampled: 'told-not-to-think' },
  { name: /^gpt-5/, ...THINKING, efforts: ['minimal', ...TO_HIGH] },
  { name: /^gpt-[6-9]/, ...THINKING },
];
/** Prefixes of relays that name the vendor too, and of tuned models. */
const BEFORE_NAME = /^(?:.*\/)?(?:ft:)?/;

/** @returns null for a model that is not known to be OpenAI's */
export function featuresOf(model: string): OpenAiFeatures | null {
  const own = ownName(model);
  return MODELS.find(({ name }) => name.test(own)) ?? null;
}

/** The efforts that a model can be asked for, also one of OpenAI's that others run; null where they are not known. */
export function effortsOf(model: string): readonly Effort[] | null {
  return ownName(model).startsWith('gpt-oss') ? TO_HIGH : (featuresOf(model)?.efforts ?? null);
}

const ownName = (model: string): string => model.replace(BEFORE_NAME, '');
