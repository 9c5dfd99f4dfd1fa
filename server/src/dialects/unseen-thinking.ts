import { featuresOf as geminiFeaturesOf } from './gemini/gemini-features.ts';
import { featuresOf as openAiFeaturesOf } from './openai/openai-features.ts';

/** Source: xAI docs, "Reasoning". */
const GROK = /(?:^|\/)grok-(?:3-mini|[4-9]|code)/;

/** Whether a model is known to think without showing all of it. */
export const thinksUnseen = (model: string): boolean =>
  openAiFeaturesOf(model)?.thinks === true || geminiFeaturesOf(model).thinking !== 'none' || GROK.test(model);
