import { likeGemini, vertexForms } from '../like-gemini.ts';
import type { Provider } from '../provider.ts';

/**
 * Vertex AI in express mode, by a key and without a project.
 * Source: Google Cloud, "Vertex AI in express mode REST API reference", checked 2026-11.
 */
export const vertexExpressProvider: Provider = {
  ...likeGemini,
  typeId: 61,
  name: 'vertex-express',
  label: 'Vertex AI (express)',
  baseUrl: 'https://aiplatform.googleapis.com',
  key: { example: 'AQ.…', site: 'https://console.cloud.google.com/vertex-ai/studio/settings/api-keys' },
  headers: ({ keyParts: { key = '' } }) => ({ 'x-goog-api-key': key }),
  forms: vertexForms('/v1'),
};
