import { createHmac } from 'node:crypto';
import { byCode, cut, jsonRequest, type NotificationService, plainText } from '../notification-service.ts';

/** A request may have 20 KB. */
const MAX_TEXT = 5000;

/** Custom bot of Feishu or Lark. Source: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
export const larkService: NotificationService = {
  toRequest(message, { url = '', secret = '' }, nowMs) {
    const timestamp = String(Math.floor(nowMs / 1000));
    const content = {
      msg_type: 'text',
      content: { text: withoutMentions(cut(plainText(message), MAX_TEXT)) },
    };
    if (secret === '') return jsonRequest(url, content);
    // The key is the text to sign, and nothing is signed with it: so the vendor defines it.
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64');
    return jsonRequest(url, { timestamp, sign, ...content });
  },
  readAnswer: (answer) => byCode(answer, 'code'),
};

/** A text mentions people by a tag, `all` of them too. */
const withoutMentions = (text: string): string => text.replace(/<(?=\/?at\b)/gi, '‹');
