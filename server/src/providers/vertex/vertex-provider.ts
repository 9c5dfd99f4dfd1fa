import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import { classifyAnthropicError } from '../like-anthropic.ts';
import { likeGemini, vertexForms } from '../like-gemini.ts';
import type { Provider } from '../provider.ts';
import { VEO } from '../veo-names.ts';
import { versionForModel } from './version-for-model.ts';
import { googleToken, readServiceAccount } from './vertex-token.ts';

const PARENT = '/v1/projects/{project}/locations/{region}';
const CLAUDE = /^claude/;

/**
 * Vertex AI: Google's models, and Claude's by their names there, as `claude-haiku-4-5@20251001`. It is called by a service account that may use it. `other` is `REGION`, or `REGION|PROJECT` where the project is not the
 * account's own.
 * Source: Google Cloud, "Generative AI on Vertex AI", "Locations" and "Method: generateContent";
 * https://github.com/anthropics/anthropic-sdk-typescript/issues/1038 of addresses, which Claude does not read there,
 * checked 2026-11.
 */
export const vertexProvider: Provider = {
  ...likeGemini,
  typeId: 42,
  name: 'vertex',
  label: 'Vertex AI',
  baseUrl: 'https://{host}',
  models: [...likeGemini.models, 'veo-3.1-generate-001', 'veo-3.1-fast-generate-001'],
  key: {
    reads: readServiceAccount,
    example:
      '{"type":"service_account","project_id":"my-project","client_email":"me@my-project.iam.gserviceaccount.com","private_key":"-----BEGIN PRIVATE KEY-----\\n…\\n-----END PRIVATE KEY-----\\n"}',
    site: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  },
  other: { means: 'region', example: 'global', default: 'global' },
  headers: () => ({}),
  signs: googleToken,
  places({ keyParts, other }) {
    const [region = '', project = keyParts.project ?? ''] = other.split('|').map((part) => part.trim());
    const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`;
    return { host, region, project };
  },
  forms: [
    ...vertexForms(PARENT).map((form) => ({ ...form, except: CLAUDE })),
    {
      dialect: anthropicMessages,
      only: CLAUDE,
      path: `${PARENT}/publishers/anthropic/models/{model}:rawPredict`,
      streamPath: `${PARENT}/publishers/anthropic/models/{model}:streamRawPredict`,
      passHeaders: ['anthropic-beta'],
      readsNoAddresses: true,
      finalEdits: versionForModel,
      classifyError: classifyAnthropicError,
    },
  ],
  tasks: {
    ...{ dialects: ['videos'], only: VEO },
    load: async () => (await import('./vertex-tasks.ts')).vertexTasks,
  },
};
