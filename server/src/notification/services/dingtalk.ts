import { createHmac } from 'node:crypto';
import { byCode, cut, jsonRequest, type NotificationService, plainText } from '../notification-service.ts';

const MAX_TEXT = 5000;

/** Custom robot. Source: https://open.dingtalk.com/document/robots/customize-robot-security-settings */
export const dingTalkService: NotificationService = {
  toRequest(message, { url = '', secret = '' }, nowMs) {
    const address = new URL(url);
    if (secret !== '') {
      const sign = createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64');
      address.searchParams.set('timestamp', String(nowMs));
      address.searchParams.set('sign', sign);
    }
    const text = { content: cut(plainText(message), MAX_TEXT) };
    return jsonRequest(address.href, { msgtype: 'text', text });
  },
  readAnswer: (answer) => byCode(answer, 'errcode'),
};
