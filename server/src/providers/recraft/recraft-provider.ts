import { RECRAFT_STYLES, recraftTools } from '../../dialects/recraft/recraft-tools.ts';
import { likeOpenAi } from '../like-openai.ts';
import { membersOf } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

/** Credits per dollar. */
const CREDITS_A_DOLLAR = 1000;

const likeOthers = likeOpenAi({
  typeId: 51,
  name: 'recraft',
  label: 'Recraft',
  baseUrl: 'https://external.api.recraft.ai',
  key: { example: 'Abcdefghijklmnopqrstuvwxyz0123456789', site: 'https://www.recraft.ai/profile/api' },
  models: ['recraftv3', 'recraftv2'],
  testModel: 'recraftv2',
  offers: ['images'],
  balance: {
    path: '/v1/users/me',
    currency: 'USD',
    read(body) {
      const { credits } = membersOf(body);
      return typeof credits === 'number' ? { amount: credits / CREDITS_A_DOLLAR } : null;
    },
  },
});

/**
 * Recraft. Its pictures from pictures have no place at the addresses of OpenAI: they ask for a strength.
 * Source: Recraft API reference, "Endpoints", "Generate image", "Get user information".
 */
export const recraftProvider: Provider = {
  ...likeOthers,
  forms: [
    ...likeOthers.forms,
    {
      dialect: recraftTools,
      path: '/v1/{model}',
      modelPath: (model) =>
        model === RECRAFT_STYLES ? 'styles' : `images/${encodeURIComponent(model.replace(/^recraft_/, ''))}`,
    },
  ],
};
