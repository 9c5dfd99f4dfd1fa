import { byStatus, cut, join, jsonRequest, type NotificationService } from '../notification-service.ts';

/** A longer message of 4096 bytes would become a file. */
const MAX_TEXT = 1300;

/** Source: https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfyService: NotificationService = {
  toRequest: ({ title, text, link }, { server, topic = '', token = '' }) =>
    jsonRequest(
      join(server, '/'),
      { topic, title, message: cut(text, MAX_TEXT), ...(link !== '' && { click: link }) },
      token === '' ? {} : { authorization: `Bearer ${token}` },
    ),
  readAnswer: byStatus,
};
