import { byStatus, cut, jsonRequest, type NotificationService, plainText } from '../notification-service.ts';

const MAX_CONTENT = 2000;

/** Source: https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discordService: NotificationService = {
  toRequest: (message, { url = '' }) =>
    jsonRequest(url, {
      content: cut(plainText(message), MAX_CONTENT),
      // A name in a text of ours must not call anybody.
      allowed_mentions: { parse: [] },
    }),
  readAnswer: byStatus,
};
