import { bearer, chatForm, classifyOpenAiError } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { cozeFraming } from './coze-framing.ts';
import { asCozeTakesIt } from './coze-request.ts';

/**
 * Coze's bots, each a model by its number, with `coze-` before it or without. Accounts in China have the address
 * `https://api.coze.cn`.
 * Source: Coze documents, "Chat (v3)", checked 2026-11; no answer of its server was recorded for this project.
 */
export const cozeProvider: Provider = {
  typeId: 38,
  name: 'coze',
  label: 'Coze',
  baseUrl: 'https://api.coze.com',
  key: { example: 'pat_Abcdefghijklmnopqrstuvwxyz', site: 'https://www.coze.com/open/oauth/pats' },
  models: [],
  testModel: '',
  headers: bearer,
  forms: [{ ...chatForm, path: '/v3/chat', finalEdits: asCozeTakesIt, framing: cozeFraming }],
  classifyError: classifyOpenAiError,
};
