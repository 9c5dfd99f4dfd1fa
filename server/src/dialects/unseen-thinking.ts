import { featuresOf as claudeFeaturesOf } from './anthropic-messages/claude-features.ts';
import { featuresOf as geminiFeaturesOf } from './gemini/gemini-features.ts';
import { featuresOf as openAiFeaturesOf } from './openai/openai-features.ts';

/** A model's own name, where a vendor, a region or the like stands before it. */
const FAMILY = /(?:^|[^a-z\d])((?:o\d|gpt-?\d|chatgpt-|codex|claude-|gemini-|grok-|sonar).*)$/;
/** Deployments are often called `gpt5` and `o3mini`. */
const WITHOUT_DASH = /^(gpt(?=\d)|o\d(?=[a-z]))/;
/** Source: xAI docs, "Reasoning"; Perplexity docs, "Models". */
const OTHERS = /^(?:grok-(?:3-mini|[4-9]|code)|sonar-(?:reasoning|deep))/;

/** Whether a model is known to think without showing all of it, also where no request asks for thinking. */
export function thinksUnseen(model: string): boolean {
  const given = model.toLowerCase();
  // Relays add it to the names of Claude, Kimi and others.
  if (given.includes('thinking')) return true;
  const name = FAMILY.exec(given)?.[1]?.replace(WITHOUT_DASH, '$1-');
  if (name === undefined) return false;
  if (OTHERS.test(name)) return true;
  if (name.startsWith('claude-')) return ['by-itself', 'always'].includes(claudeFeaturesOf(name).thinks);
  if (name.startsWith('gemini-')) return geminiFeaturesOf(name).thinking !== 'none';
  return openAiFeaturesOf(name)?.thinks === true;
}
