import { geminiProvider } from './gemini/gemini-provider.ts';
import type { Provider } from './provider.ts';

const { models, testModel, headers, classifyError } = geminiProvider;

/** What Google's other addresses have in common with its Gemini API. */
export const likeGemini = {
  models: models.filter((model) => !model.includes('embedding')),
  testModel,
  headers,
  classifyError,
} satisfies Partial<Provider>;
