import { bearer, imagesForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { stabilityImageAdapter } from './stability-image-adapter.ts';

const MODERATED = /"name"\s*:\s*"content_moderation"/;

/**
 * Stability AI. It is asked by forms, and answers with JSON where the request says so. A prompt that it does not want is
 * refused like a key.
 * Source: Stability AI REST API reference (v2beta), "Generate".
 */
export const stabilityProvider: Provider = {
  typeId: 37,
  name: 'stability',
  label: 'Stability AI',
  baseUrl: 'https://api.stability.ai',
  key: { example: 'sk-…', site: 'https://platform.stability.ai/account/keys' },
  models: ['stable-image-core', 'stable-image-ultra', 'sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium'],
  testModel: 'stable-image-core',
  headers: (channel) => ({ ...bearer(channel), accept: 'application/json' }),
  forms: [{ ...imagesForm, path: '/v2beta/stable-image/generate/core', adapter: stabilityImageAdapter }],
  classifyError: ({ status, message }) =>
    status === 403 && MODERATED.test(message) ? 'upstream.content_filter' : undefined,
};
