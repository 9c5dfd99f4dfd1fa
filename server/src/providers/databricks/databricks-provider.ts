import { messagesForm } from '../like-openai.ts';
import {
  bearer,
  chatForm,
  classifyOpenAiError,
  completionsForm,
  embeddingsForm,
  membersOf,
  readModelList,
} from '../openai-forms.ts';
import type { Form, Provider } from '../provider.ts';

const ofEndpoint = (form: Form): Form => ({ ...form, path: '/serving-endpoints/{model}/invocations' });

/**
 * Databricks. Models are called by the names of their serving endpoints.
 * Source: Databricks documents, "Foundation model REST API reference", "Get all serving endpoints" and, checked 2026-11,
 * "Query with the Anthropic Messages API".
 */
export const databricksProvider: Provider = {
  typeId: 54,
  name: 'databricks',
  label: 'Databricks',
  baseUrl: '',
  key: { example: 'dapi…', site: 'https://accounts.cloud.databricks.com' },
  models: [],
  testModel: '',
  headers: bearer,
  forms: [
    ...[chatForm, embeddingsForm, completionsForm].map(ofEndpoint),
    { ...messagesForm('/serving-endpoints/anthropic/v1/messages'), only: /claude/ },
  ],
  classifyError: classifyOpenAiError,
  modelList: {
    path: '/api/2.0/serving-endpoints',
    read: (body) => {
      const { endpoints } = membersOf(body);
      return Array.isArray(endpoints) ? readModelList(endpoints.map((one) => membersOf(one).name)) : null;
    },
  },
};
