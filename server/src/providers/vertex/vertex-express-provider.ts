import { gemini } from '../../dialects/gemini/gemini.ts';
import { geminiCount } from '../../dialects/gemini/gemini-count.ts';
import { withoutResource } from '../../dialects/gemini/gemini-model.ts';
import { likeGemini } from '../like-gemini.ts';
import type { Form, Provider } from '../provider.ts';

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
  ];
}

/**
 * Vertex AI in express mode, by a key and without a project.
 * Source: Google Cloud, "Vertex AI in express mode REST API reference", checked 2026-11.
 */
export const vertexExpressProvider: Provider = {
  typeId: 61,
  name: 'vertex-express',
  label: 'Vertex AI (express)',
  baseUrl: 'https://aiplatform.googleapis.com',
  key: { example: 'AQ.…', site: 'https://console.cloud.google.com/vertex-ai/studio/settings/api-keys' },
  models: likeGemini.models,
  testModel: likeGemini.testModel,
  headers: likeGemini.headers,
  forms: vertexForms('/v1'),
  classifyError: likeGemini.classifyError,
};
