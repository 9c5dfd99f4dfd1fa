import { byStatus, cut, jsonRequest, type NotificationService, plainText } from '../notification-service.ts';

/** Slack takes at most 40 000 characters. */
const MAX_TEXT = 4000;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Source: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slackService: NotificationService = {
  toRequest(message, { url = '' }) {
    const text = cut(plainText(message), MAX_TEXT).replace(/[&<>]/g, (sign) => entities[sign] ?? '');
    return jsonRequest(url, { text });
  },
  // A success is the text `ok`.
  readAnswer: (answer) =>
    byStatus(answer) ?? (answer.text.trim() === 'ok' ? null : answer.text || 'empty answer'),
};
