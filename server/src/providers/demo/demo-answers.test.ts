import { expect, test } from 'vitest';
import { demoChatAnswer } from './demo-answers.ts';

test.each([
  ['Explain HTTP status 429.', '**Demo answer.** No'],
  ['把 HTTP 状态码 429 讲给新手听。', '**演示回答**。没'],
  ['向新手解釋 HTTP 狀態碼 429。', '**示範回答**。沒'],
  ['寫一個表格，比較蘋果、香蕉和橙。', '**示範回答**。沒'],
])('the demo answers in the language of "%s"', (question, beginning) => {
  const answer = demoChatAnswer({ model: 'demo', messages: [{ role: 'user', content: question }] });
  expect(answer.choices[0]?.message.content.slice(0, beginning.length)).toBe(beginning);
});
