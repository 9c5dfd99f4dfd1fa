import {
  chatForm,
  classifyOpenAiError,
  completionsForm,
  embeddingsForm,
  imageEditsForm,
  imagesForm,
  realtimeForm,
  responsesForms,
  speechForm,
  transcriptionsForm,
  translationsForm,
} from '../openai-forms.ts';
import type { Form, Provider } from '../provider.ts';

/**
 * Azure OpenAI by versions with a date: models are called by the names of their deployments. Responses have no such
 * address and are asked for by the version without a date.
 * Source: Microsoft Learn, "Azure OpenAI in Azure AI Foundry Models REST API reference".
 */
export const azureOpenAiProvider: Provider = {
  typeId: 3,
  name: 'azure-openai',
  label: 'Azure OpenAI',
  baseUrl: '',
  key: { example: '0123456789abcdef0123456789abcdef', site: 'https://ai.azure.com' },
  other: { means: 'api_version', example: '2024-10-21', default: '2024-10-21' },
  models: [],
  testModel: '',
  headers: ({ keyParts: { key = '' } }) => ({ 'api-key': key }),
  forms: [
    ofDeployment(chatForm),
    ofDeployment(embeddingsForm),
    ofDeployment(completionsForm),
    ...[imagesForm, imageEditsForm, speechForm, transcriptionsForm, translationsForm].map(ofDeployment),
    { ...realtimeForm, path: '/openai/realtime?api-version={other}&deployment={model}' },
    ...responsesForms.slice(0, 1).map((form) => ({ ...form, path: `/openai${form.path}` })),
  ],
  classifyError: classifyOpenAiError,
  keeps: '/openai{rest}?api-version={other}',
};

function ofDeployment(form: Form): Form {
  const path = form.path.slice('/v1'.length);
  return { ...form, path: `/openai/deployments/{model}${path}?api-version={other}` };
}
