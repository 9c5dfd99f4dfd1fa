import { type CustomDialect, customDialects } from '@turnpike/contract';
import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import { customPaths } from './custom-paths.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import {
  bearer,
  billingPages,
  chatForm,
  classifyOpenAiError,
  completionsForm,
  embeddingsForm,
  imageEditsForm,
  imagesForm,
  imageVariationsForm,
  moderationsForm,
  openAiModelList,
  realtimeForm,
  rerankForm,
  responsesForms,
  speechForm,
  transcriptionsForm,
  translationsForm,
} from './openai-forms.ts';
import type { Form, Provider, ProviderChannel } from './provider.ts';

/**
 * Any address that speaks one or several known dialects; a channel's `dialects` name them. Operations that are not
 * conversations are always offered, because only one dialect's clients use them.
 */
export const customProvider: Provider = {
  typeId: 8,
  name: 'custom',
  label: 'OpenAI compatible',
  baseUrl: '',
  key: { example: 'sk-…', site: '' },
  plugin: customPaths,
  models: [],
  testModel: '',
  dialects: customDialects,
  headers: bearer,
  forms: [
    { ...chatForm, needs: 'openai-chat' },
    embeddingsForm,
    moderationsForm,
    rerankForm,
    imagesForm,
    imageEditsForm,
    imageVariationsForm,
    speechForm,
    transcriptionsForm,
    translationsForm,
    realtimeForm,
    { ...completionsForm, needs: 'openai-completions' },
    ...responsesForms.map((form): Form => ({ ...form, needs: 'openai-responses' })),
    ...formsOf(anthropicProvider, { needs: 'anthropic-messages', headers: eitherKey }),
    ...formsOf(geminiProvider, { needs: 'gemini', headers: geminiProvider.headers }),
  ],
  classifyError: classifyOpenAiError,
  modelList: openAiModelList(),
  balance: billingPages,
  keeps: '/v1{rest}',
  tasks: { dialects: ['videos'], load: async () => (await import('./custom-tasks.ts')).customTasks },
};

/** Servers that speak Anthropic's dialect look for the key in one of two headers; each is sent. */
function eitherKey(channel: ProviderChannel): Record<string, string> {
  return { ...bearer(channel), ...anthropicProvider.headers(channel) };
}

function formsOf(
  { forms, classifyError, modelList }: Provider,
  own: { needs: CustomDialect; headers: (channel: ProviderChannel) => Record<string, string> },
): Form[] {
  return forms.map((form) => ({ ...form, ...own, classifyError, modelList }));
}
