import { featuresOf as claudeFeaturesOf } from './anthropic-messages/claude-features.ts';
import { featuresOf as geminiFeaturesOf } from './gemini/gemini-features.ts';
import { featuresOf as openAiFeaturesOf } from './openai/openai-features.ts';

/** A model's own name, where a vendor, a region or the like stands before it. */
const FAMILY = /(?:^|[^a-z\d])((?:o\d|gpt-|chatgpt-|codex|claude-|gemini-|grok-|sonar).*)$/;
/** Source: xAI docs, "Reasoning"; Perplexity docs, "Models"; OpenAI, "GPT-5.1": in a chat it decides itself. */
const OTHERS = /^(?:grok-(?:3-mini|[4-9]|code)|sonar-(?:reasoning|deep)|gpt-5\.\d-chat)/;

/** Whether a model is known to think without showing all of it, also where no request asks for thinking. */
export function thinksUnseen(model: string): boolean {
  const [, name] = FAMILY.exec(model.toLowerCase()) ?? [];
  if (name === undefined) return false;
  if (OTHERS.test(name)) return true;
  if (name.startsWith('claude-')) return ['by-itself', 'always'].includes(claudeFeaturesOf(name).thinks);
  if (name.startsWith('gemini-')) return geminiFeaturesOf(name).thinking !== 'none';
  return openAiFeaturesOf(name)?.thinks === true;
}
