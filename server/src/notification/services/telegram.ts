import { cut, jsonRequest, type NotificationService, plainText } from '../notification-service.ts';

const MAX_TEXT = 4096;

/** Source: https://core.telegram.org/bots/api#sendmessage */
export const telegramService: NotificationService = {
  toRequest: (message, { bot_token = '', chat_id = '', thread_id = '' }) =>
    jsonRequest(
      `https://api.telegram.org/bot${encodeURIComponent(bot_token).replace('%3A', ':')}/sendMessage`,
      {
        chat_id,
        ...(thread_id !== '' && { message_thread_id: Number(thread_id) }),
        text: cut(plainText(message), MAX_TEXT),
        link_preview_options: { is_disabled: true },
      },
    ),
  readAnswer({ status, text }) {
    try {
      const { ok, description } = JSON.parse(text) as { ok?: unknown; description?: unknown };
      if (status === 200 && ok === true) return null;
      return `${status} ${typeof description === 'string' ? description : text}`;
    } catch {
      return `${status} ${text}`.trim();
    }
  },
};
