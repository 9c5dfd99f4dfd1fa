import { likeGemini } from '../like-gemini.ts';
import type { Provider } from '../provider.ts';
import { vertexForms } from './vertex-express-provider.ts';
import { googleToken, readServiceAccount } from './vertex-token.ts';

/**
 * Vertex AI, by a service account that may use it. `other` is `REGION`, or `REGION|PROJECT` where the project is not the
 * account's own.
 * Source: Google Cloud, "Generative AI on Vertex AI", "Locations" and "Method: generateContent", checked 2026-11.
 */
export const vertexProvider: Provider = {
  typeId: 42,
  name: 'vertex',
  label: 'Vertex AI',
  baseUrl: 'https://{host}',
  key: {
    reads: readServiceAccount,
    example:
      '{"type":"service_account","project_id":"my-project","client_email":"me@my-project.iam.gserviceaccount.com","private_key":"-----BEGIN PRIVATE KEY-----\\n…\\n-----END PRIVATE KEY-----\\n"}',
    site: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  },
  other: { means: 'region', example: 'global', default: 'global' },
  models: likeGemini.models,
  testModel: likeGemini.testModel,
  headers: () => ({}),
  signs: googleToken,
  places({ keyParts, other }) {
    const [region = '', project = keyParts.project ?? ''] = other.split('|').map((part) => part.trim());
    const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`;
    return { host, region, project };
  },
  forms: vertexForms('/v1/projects/{project}/locations/{region}'),
  classifyError: likeGemini.classifyError,
};
