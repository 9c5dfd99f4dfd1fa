/** What a model of OpenAI's takes, as far as its name tells it. */
export interface OpenAiFeatures {
  thinks: boolean;
  /** The least effort that it can be asked for; null: it thinks as long as it does, or no word for it is known. */
  leastEffort: 'none' | 'minimal' | 'low' | null;
  /** The one effort that it can be asked for; null: several, or none is known. */
  onlyEffort: 'medium' | 'high' | null;
  /** Whether temperature, top_p and logprobs are taken; one that thinks may take them where it is told not to. */
  sampled: 'always' | 'never' | 'told-not-to-think' | 'unless-thinking';
  takesStop: boolean;
}

const PLAIN: OpenAiFeatures = {
  thinks: false,
  leastEffort: null,
  onlyEffort: null,
  sampled: 'always',
  takesStop: true,
};
const THINKING: OpenAiFeatures = { ...PLAIN, thinks: true, sampled: 'never', takesStop: false };

/**
 * The first that fits.
 * Source: OpenAI API reference, "Create chat completion": `stop`, `reasoning_effort`; OpenAI docs, "Using GPT-5.2" and
 * "Reasoning models".
 */
const MODELS: readonly ({ name: RegExp } & OpenAiFeatures)[] = [
  { name: /^gpt-4[\w.-]*-search/, ...PLAIN, sampled: 'never' },
  { name: /^(?:gpt-[34]|chatgpt-|gpt-5-chat)/, ...PLAIN },
  // Later ones decide themselves whether they think.
  { name: /^gpt-5\.\d[\w.]*-chat/, ...THINKING, onlyEffort: 'medium' },
  { name: /^gpt-5-pro/, ...THINKING, onlyEffort: 'high' },
  // They think as long as they do, or take no less than `low`, by model.
  { name: /^(?:o\d-pro|gpt-5[\w.-]*-(?:pro|codex)|codex-)/, ...THINKING },
  { name: /^(?:o1|o3-mini)(?![a-z\d])/, ...THINKING, leastEffort: 'low', takesStop: true },
  { name: /^o[3-9](?![a-z\d])/, ...THINKING, leastEffort: 'low' },
  // By themselves they do not think.
  { name: /^gpt-5\.[1-4]/, ...THINKING, leastEffort: 'none', sampled: 'unless-thinking' },
  { name: /^gpt-5\.\d/, ...THINKING, leastEffort: 'none', sampled: 'told-not-to-think' },
  { name: /^gpt-5/, ...THINKING, leastEffort: 'minimal' },
  { name: /^gpt-[6-9]/, ...THINKING },
];
/** Of a relay that names the vendor too, and of a model that was tuned. */
const BEFORE_NAME = /^(?:.*\/)?(?:ft:)?/;

/** @returns null for a model that is not known to be OpenAI's */
export function featuresOf(model: string): OpenAiFeatures | null {
  const own = model.replace(BEFORE_NAME, '');
  return MODELS.find(({ name }) => name.test(own)) ?? null;
}
