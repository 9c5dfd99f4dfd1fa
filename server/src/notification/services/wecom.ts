import { byCode, jsonRequest, type NotificationService, plainText } from '../notification-service.ts';

const MAX_BYTES = 2048;

/** Group robot. Source: https://developer.work.weixin.qq.com/document/path/91770 */
export const weComService: NotificationService = {
  toRequest: (message, { url = '' }) =>
    jsonRequest(url, { msgtype: 'text', text: { content: cutBytes(plainText(message)) } }),
  readAnswer: (answer) => byCode(answer, 'errcode'),
};

function cutBytes(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_BYTES) return text;
  // A character that was cut through becomes U+FFFD.
  return `${bytes
    .subarray(0, MAX_BYTES - 6)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`;
}
