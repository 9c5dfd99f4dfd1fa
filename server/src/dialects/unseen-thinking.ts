import { featuresOf as claudeFeaturesOf } from './anthropic-messages/claude-features.ts';
import { featuresOf as geminiFeaturesOf } from './gemini/gemini-features.ts';
import { featuresOf as openAiFeaturesOf } from './openai/openai-features.ts';

/** A model's own name, where a vendor, a region or the like stands before it. */
const FAMILY = /(?:^|[^a-z\d])((?:o\d|gpt-|chatgpt-|codex|claude-|gemini-|grok-|sonar).*)$/;
/** Source: xAI docs, "Reasoning"; Perplexity docs, "Models"; OpenAI, "GPT-5.1": in a chat it decides itself. */
const OTHERS = /^(?:grok-(?:3-mini|[4-9]|code)|sonar-(?:reasoning|deep)|gpt-5\.\d-chat)/;

/**
 * Whether a model thinks without showing all of it, where its name tells that and no request asks for thinking.
 * @returns null where it does not
 */
export function thinksUnseen(model: string): boolean | null {
  const [, name] = FAMILY.exec(model.toLowerCase()) ?? [];
  if (name === undefined) return null;
  if (OTHERS.test(name)) return true;
  if (name.startsWith('claude-')) return ['by-itself', 'always'].includes(claudeFeaturesOf(name).thinks);
  if (name.startsWith('gemini-')) return geminiFeaturesOf(name).thinking !== 'none';
  return openAiFeaturesOf(name)?.thinks ?? null;
}
