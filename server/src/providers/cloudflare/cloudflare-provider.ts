import { likeOpenAi } from '../like-openai.ts';
import { imagesForm, membersOf, readModelList, transcriptionsForm } from '../openai-forms.ts';
import type { Form, Provider } from '../provider.ts';
import { cloudflareImages } from './cloudflare-images.ts';
import { cloudflareWhisper, cloudflareWhisperTurbo } from './cloudflare-sound.ts';

const likeOthers = likeOpenAi({
  typeId: 35,
  name: 'cloudflare',
  label: 'Cloudflare Workers AI',
  baseUrl: 'https://api.cloudflare.com/client/v4/accounts/{account_id}/ai',
  key: {
    parts: ['account_id', 'token'],
    example: '0123456789abcdef0123456789abcdef|Abcdefghijklmnopqrstuvwxyz',
    site: 'https://dash.cloudflare.com/profile/api-tokens',
  },
  models: [
    '@cf/openai/gpt-oss-120b',
    '@cf/openai/gpt-oss-20b',
    '@cf/meta/llama-4-scout-17b-16e-instruct',
    '@cf/meta/llama-3.2-3b-instruct',
    '@cf/openai/whisper-large-v3-turbo',
  ],
  testModel: '@cf/meta/llama-3.2-3b-instruct',
  offers: ['chat', 'embeddings'],
  knowsNoDeveloper: true,
  modelList: {
    path: '/models/search?per_page=1000',
    read: (body) => {
      const { result } = membersOf(body);
      // An entry's `id` is a number of the catalogue, its `name` what calls ask for.
      return Array.isArray(result) ? readModelList(result.map((entry) => membersOf(entry).name)) : null;
    },
  },
});

/** Names as `@cf/meta/llama` are parts of the address. */
const run: Pick<Form, 'path' | 'modelPath'> = {
  path: '/run/{model}',
  modelPath: (model) =>
    model
      .split('/')
      .map((part) => encodeURIComponent(part).replace('%40', '@'))
      .join('/'),
};

/**
 * Cloudflare Workers AI. Pictures and transcriptions are asked for by the address of their model, each in its own words.
 * Source: Cloudflare Workers AI documents, "OpenAI compatible API endpoints" and "Models", checked 2026-11; API reference,
 * "Model search". Its responses are left out: few models have them.
 */
export const cloudflareProvider: Provider = {
  ...likeOthers,
  forms: [
    ...likeOthers.forms,
    // Newer models of this family take forms alone.
    { ...imagesForm, ...run, only: /flux-2/, adapter: { ...cloudflareImages, sendsForm: true } },
    {
      ...imagesForm,
      ...run,
      only: /flux-1|stable-diffusion|dreamshaper|phoenix|lucid/,
      adapter: cloudflareImages,
    },
    { ...transcriptionsForm, ...run, only: /whisper-large/, adapter: cloudflareWhisperTurbo },
    { ...transcriptionsForm, ...run, only: /whisper(?!-large)/, adapter: cloudflareWhisper },
  ],
};
