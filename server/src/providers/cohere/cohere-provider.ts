import { cohereEmbeddings } from '../../dialects/cohere/cohere-embeddings.ts';
import {
  bearer,
  chatForm,
  classifyOpenAiError,
  embeddingsForm,
  rerankForm,
  transcriptionsForm,
} from '../openai-forms.ts';
import type { Form, Provider } from '../provider.ts';

const compatible = (form: Form): Form => ({ ...form, path: `/compatibility${form.path}` });

/**
 * Cohere. Chat and embeddings are asked for by its compatibility API, which speaks OpenAI's dialect; the ranking of its own
 * API has the shape of the dialect.
 * Source: Cohere documents, "Using Cohere models via the OpenAI SDK", and API reference, "Rerank (v2)", "Create a transcription" and "Errors".
 */
export const cohereProvider: Provider = {
  typeId: 36,
  name: 'cohere',
  label: 'Cohere',
  baseUrl: 'https://api.cohere.ai',
  key: { example: 'Abcdefghijklmnopqrstuvwxyz0123456789ABCD', site: 'https://dashboard.cohere.com/api-keys' },
  models: ['command-a-03-2025', 'command-r7b-12-2024', 'embed-v4.0', 'rerank-v4.0-pro', 'rerank-v4.0-fast'],
  testModel: 'command-r7b-12-2024',
  headers: bearer,
  forms: [
    compatible(chatForm),
    compatible(embeddingsForm),
    { dialect: cohereEmbeddings, path: '/v2/embed' },
    { ...rerankForm, path: '/v2/rerank' },
    { ...transcriptionsForm, path: '/v2/audio/transcriptions' },
  ],
  classifyError: classifyOpenAiError,
};
