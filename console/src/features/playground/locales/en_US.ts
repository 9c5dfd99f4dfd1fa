import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Playground',
  purpose: 'Talk to a model. Answers are charged to your balance.',
  model: 'Model',
  clear: 'Clear',
  conversation: 'Conversation',
  message: 'Message',
  send: 'Send',
  stop: 'Stop',
  sendHint: '{{keys}} sends',
  waiting: 'Waiting for the answer…',
  stopped: 'Stopped',
  answerOf: 'Answer of {{model}}',
  tokens: '{{input}} → {{output}} tokens',
  costComing: 'Cost is on its way…',
  costLater: 'The cost will be in the logs',
  begin: 'Something to begin with:',
  question1: 'Introduce yourself in three sentences.',
  question2: 'Explain HTTP status 429 to a beginner.',
  question3: 'Compare apples, bananas and oranges in a table.',
  keyNeeded: 'The playground calls with a key',
  keyWillBeMade:
    'This makes a key named “{{key}}” that can spend at most {{limit}} of your balance. Change its limit or delete it at any time under API keys.',
  createKey: 'Create trial key',
  noModel: 'No model can be called yet',
  noModelAdmin: 'Add a channel; its models can then be chosen here.',
  noModelUser: 'Ask the administrator to open models for your group.',
  addChannel: 'Add channel',
};

export default texts;
