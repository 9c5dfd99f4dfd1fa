import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Check the models of {{name}}',
  about:
    'Up to three small real requests per model show whether the provider really serves it. The provider account is charged, users are not.',
  noModels: 'This channel lists no model by its full name. Fetch the models from the provider.',
  chosen: '{{chosen}} of {{count}} models',
  tooMany: 'At most {{max}} models per check.',
  cost: 'Sends up to {{count}} requests.',
  start: 'Start check ({{count}})',
  stop: 'Stop',
  again: 'Choose other models',
  running: 'Checked {{done}} of {{total}}',
  stopped: 'Stopped at {{done}} of {{total}}.',
  finished: 'Passed: {{passed}}, failed: {{failed}}.',
  results: 'Results',
  waiting: 'Waiting',
  notChecked: 'Not checked',
  passed: 'Passed',
  failed: 'Failed',
  yes: 'Yes',
  no: 'No',
  unknown: 'Unknown',
  result_answer: 'Answers',
  result_usage: 'Reports usage',
  result_model: 'Names the model',
  result_stream: 'Streams',
  result_function: 'Calls functions',
  response: 'Answer of the provider',
};

export default texts;
