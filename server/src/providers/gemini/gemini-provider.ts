import type { ErrorCode } from '@turnpike/contract';
import { gemini } from '../../dialects/gemini/gemini.ts';
import { geminiCount } from '../../dialects/gemini/gemini-count.ts';
import { geminiBatchEmbeddings, geminiEmbeddings } from '../../dialects/gemini/gemini-embeddings.ts';
import { geminiImages } from '../../dialects/gemini/gemini-images.ts';
import { geminiLive } from '../../dialects/gemini/gemini-live.ts';
import { resourcePath } from '../../dialects/gemini/gemini-model.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';

import { withListed } from '../added-members.ts';
import { embeddingsForm, imagesForm, membersOf, readModelList } from '../openai-forms.ts';
import type { Provider, ProviderPlugin } from '../provider.ts';
import { VEO } from '../veo-names.ts';
import { geminiEmbeddingAdapter } from './gemini-embedding-adapter.ts';
import { geminiImageAdapter, imagenAdapter } from './gemini-image-adapters.ts';

/** Code runs at Google in calls without tools. Source: Gemini API, "Code execution". */
const codeExecution: ProviderPlugin = {
  parameters: [{ plugin: 'code_execution', name: 'enable', kind: 'switch', example: '' }],
  apply: (form, { code_execution }) =>
    code_execution?.enable === true && form.dialect === gemini
      ? { ...form, finalEdits: withListed('tools', { codeExecution: {} }, { isAlone: true }) }
      : form,
};

const IMAGEN = /^imagen-/;

/**
 * Google's Gemini API. Calls of other versions use `v1beta` too, which has everything.
 * Source: Gemini API reference, "Generating content", "Embeddings", "Models"; "Live API"; guides "Troubleshooting" and,
 * checked 2026-11, "Gemini deprecations".
 */
export const geminiProvider: Provider = {
  typeId: 25,
  name: 'gemini',
  label: 'Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  key: { example: 'AIza…', site: 'https://aistudio.google.com/apikey' },
  plugin: codeExecution,
  models: [
    'gemini-3.1-pro-preview',
    'gemini-3.8-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-embedding-001',
  ],
  testModel: 'gemini-3.5-flash-lite',
  headers: ({ keyParts: { key = '' } }) => ({ 'x-goog-api-key': key }),
  forms: [
    {
      dialect: gemini,
      path: '/v1beta/{model}:generateContent',
      streamPath: '/v1beta/{model}:streamGenerateContent?alt=sse',
      modelPath: resourcePath,
    },
    { dialect: geminiCount, path: '/v1beta/{model}:countTokens', modelPath: resourcePath },
    { dialect: geminiEmbeddings, path: '/v1beta/{model}:embedContent', modelPath: resourcePath },
    { dialect: geminiBatchEmbeddings, path: '/v1beta/{model}:batchEmbedContents', modelPath: resourcePath },
    {
      dialect: geminiLive,
      path: '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
    },
    {
      ...embeddingsForm,
      path: '/v1beta/{model}:batchEmbedContents',
      modelPath: resourcePath,
      adapter: geminiEmbeddingAdapter,
    },
    { dialect: geminiImages, only: IMAGEN, path: '/v1beta/{model}:predict', modelPath: resourcePath },
    {
      ...imagesForm,
      only: IMAGEN,
      path: '/v1beta/{model}:predict',
      modelPath: resourcePath,
      adapter: imagenAdapter,
    },
    {
      ...imagesForm,
      only: /^gemini-.*image/,
      path: '/v1beta/{model}:generateContent',
      modelPath: resourcePath,
      adapter: geminiImageAdapter,
    },
  ],
  classifyError: classifyGeminiError,
  modelList: { path: '/v1beta/models?pageSize=1000', read: readGeminiModels },
  tasks: {
    ...{ dialects: ['videos'], only: VEO },
    load: async () => (await import('./gemini-tasks.ts')).geminiTasks,
  },
};

/** Methods that the forms ask for; models of others cannot be called. */
const METHODS = [
  'generateContent',
  'embedContent',
  'batchEmbedContents',
  'bidiGenerateContent',
  'predict',
  'predictLongRunning',
];

function readGeminiModels(body: unknown): string[] | null {
  const { models } = membersOf(body);
  if (!Array.isArray(models)) return readModelList(body);
  const callable = models.filter((model) => {
    const { supportedGenerationMethods: methods } = membersOf(model);
    return !Array.isArray(methods) || METHODS.some((method) => methods.includes(method));
  });
  return readModelList(callable)?.map((name) => name.replace(/^models\//, '')) ?? null;
}

const CONTEXT_OVERFLOW = /input token count.*exceeds|exceeds the maximum number of tokens/i;
const CONTENT =
  /responsible ai|usage guidelines|prohibited[_ ](?:content|use)|safety (?:policy|polices|policies)/i;
const BILLING = /billing|credits are depleted|prepay/i;
const LOCATION = /location is not supported/i;
/** The caller named an object of another account; the refusal is not the channel's fault. */
const OWN_OBJECT = /\b(?:the file|cached ?content)\b/i;

/** Google refuses a wrong key as a wrong argument. Values of the request are never at the beginning of a message. */
function classifyGeminiError({ status, code, type, message }: UpstreamFailure): ErrorCode | undefined {
  if (type.startsWith('API_KEY_') || /^api key (?:not valid|expired)/i.test(message))
    return 'upstream.key_refused';
  if ((status === 403 || status === 404) && OWN_OBJECT.test(message)) return 'upstream.bad_request';
  if (status === 429 && /credits are depleted|prepay/i.test(message)) return 'upstream.out_of_credit';
  if (status !== 400) return undefined;
  if (code === 'FAILED_PRECONDITION' && BILLING.test(message)) return 'upstream.out_of_credit';
  if (code === 'FAILED_PRECONDITION' && LOCATION.test(message)) return 'upstream.key_refused';
  if (CONTEXT_OVERFLOW.test(message)) return 'upstream.context_length';
  return CONTENT.test(message) ? 'upstream.content_filter' : undefined;
}
