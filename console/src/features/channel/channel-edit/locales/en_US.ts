import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  deleteModel: 'Delete model',
  deleteModelTitle: 'Delete a model from the selected channels ({{count}})',
  model: 'Model',
  deleteModelHint: 'Exactly as the channels list it. It is also cleared where it is the test model.',
  modelsChange: 'Models: {{before}} → {{after}}',
  setApiVersion: 'Replace API version',
  apiVersionTitle: 'Replace the API version of the selected channels ({{count}})',
  apiVersion: 'API version',
  apiVersionHint: 'Only Azure OpenAI channels have one.',
  defaultVersion: 'default ({{version}})',
  changedCount: 'Will change ({{count}})',
  leftCount: 'Stay as they are ({{count}})',
};

export default texts;
