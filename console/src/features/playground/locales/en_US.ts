import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Playground',
  purpose: 'Chat with a model. Answers are charged to your balance.',
  model: 'Model',
  clear: 'Clear',
  conversation: 'Conversation',
  message: 'Message',
  explain: 'Explain routing',
  send: 'Send',
  stop: 'Stop',
  sendHint: '{{keys}} sends',
  price: 'Costs about {{likely}}, at most about {{most}}',
  priceTokens: 'about {{input}} tokens in, {{output}} out',
  priceComes: 'Write a message to see what it will cost',
  priceHint:
    'Based on your price, the conversation so far and the length of recent answers. The estimate is free.',
  waiting: 'Waiting for the answer…',
  stopped: 'Stopped',
  attach: 'Attach pictures',
  attached: 'Attached pictures',
  removePicture: 'Remove {{name}}',
  pictureTooLarge: '{{name}} is larger than {{size}} MB and was not attached.',
  pictureWrongType: '{{name}} is not a PNG, JPEG, WebP or GIF and was not attached.',
  sentPicture: 'Sent picture {{number}}',
  answerPicture: 'Picture {{number}} of the answer',
  openPicture: 'Open: {{name}}',
  thinking: 'Thinking',
  stillThinking: 'Thinking…',
  toolCall: 'Calls the tool {{name}}',
  toolInput: 'Arguments of {{name}}',
  lost: 'Lost in the conversion: {{fields}}',
  answerOf: 'Answer of {{model}}',
  tokens: '{{input}} → {{output}} tokens',
  costComing: 'Calculating the cost…',
  costLater: 'The cost will appear in the logs',
  begin: 'Try one of these',
  question1: 'Introduce yourself in three sentences.',
  question2: 'Explain HTTP status 429 to a beginner.',
  question3: 'Compare apples, bananas and oranges in a table.',
  keyNeeded: 'The playground needs a key',
  keyWillBeMade:
    'This creates a key named “{{key}}” that can spend at most {{limit}} of your balance. Change its limit or delete it at any time under API keys.',
  createKey: 'Create trial key',
};

export default texts;
