import { gemini } from '../dialects/gemini/gemini.ts';
import { geminiCount } from '../dialects/gemini/gemini-count.ts';
import { withoutResource } from '../dialects/gemini/gemini-model.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import { embeddingsForm } from './openai-forms.ts';
import type { Form, Provider } from './provider.ts';
import { PREDICTED_VECTORS, vertexEmbeddings } from './vertex/vertex-embeddings.ts';

/** Common members of Google's APIs for its models. */
export const likeGemini: Pick<Provider, 'models' | 'testModel' | 'classifyError'> = {
  models: geminiProvider.models.filter((model) => !model.includes('embedding')),
  testModel: geminiProvider.testModel,
  classifyError: geminiProvider.classifyError,
};

/** Google's models below the address of a project, or of none. */
export function vertexForms(parent: string): readonly Form[] {
  const path = `${parent}/publishers/google/models/{model}`;
  const modelPath = (model: string): string => encodeURIComponent(withoutResource(model));
  return [
    {
      ...{ dialect: gemini, modelPath },
      path: `${path}:generateContent`,
      streamPath: `${path}:streamGenerateContent?alt=sse`,
    },
    { dialect: geminiCount, path: `${path}:countTokens`, modelPath },
    {
      ...{ ...embeddingsForm, modelPath, only: PREDICTED_VECTORS },
      ...{ path: `${path}:predict`, adapter: vertexEmbeddings },
    },
  ];
}
