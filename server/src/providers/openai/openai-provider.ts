import {
  bearer,
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
  responsesForms,
  speechForm,
  transcriptionsForm,
  translationsForm,
} from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

/** Models that OpenAI offers by responses alone. Source: OpenAI, "Models", each model's page. */
const ONLY_BY_RESPONSES =
  /^(?:o\d-pro|o\d(?:-mini)?-deep-research|gpt-5(?:\.\d+)?-(?:pro|codex)|codex-|computer-use-)/;
/** Models that OpenAI offers by legacy completions alone. Source: OpenAI, "Models", each model's page. */
const ONLY_BY_COMPLETIONS = /^(?:ft:)?(?:gpt-3\.5-turbo-instruct|davinci-002|babbage-002)(?:[-:]|$)/;
const NO_CHAT = new RegExp(`${ONLY_BY_RESPONSES.source}|${ONLY_BY_COMPLETIONS.source}`);

/**
 * OpenAI. Its reasoning models refuse `max_tokens`, all of its models know `max_completion_tokens`.
 * Source: OpenAI API reference, "Error codes" and "Create chat completion", checked 2025-11; "Models" and
 * "Deprecations", checked 2026-11.
 */
export const openAiProvider: Provider = {
  typeId: 1,
  name: 'openai',
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com',
  key: { example: 'sk-proj-…', site: 'https://platform.openai.com/api-keys' },
  models: [
    'gpt-6.1-sol',
    'gpt-6-luna',
    'gpt-6-astra',
    'gpt-5.4-mini',
    'text-embedding-3-small',
    'text-embedding-3-large',
  ],
  testModel: 'gpt-6-luna',
  headers: bearer,
  forms: [
    { ...chatForm, limitMember: 'max_completion_tokens', except: NO_CHAT },
    embeddingsForm,
    ...responsesForms.map((form) => ({ ...form, except: ONLY_BY_COMPLETIONS })),
    { ...completionsForm, only: ONLY_BY_COMPLETIONS },
    moderationsForm,
    imagesForm,
    imageEditsForm,
    imageVariationsForm,
    speechForm,
    transcriptionsForm,
    translationsForm,
    realtimeForm,
  ],
  classifyError: classifyOpenAiError,
  modelList: openAiModelList(),
  keeps: '/v1{rest}',
};
