import { byStatus, join, jsonRequest, type NotificationService } from '../notification-service.ts';

/** Clients make a sound from 4 on. */
const PRIORITY = 5;

/** Source: https://gotify.net/docs/pushmsg */
export const gotifyService: NotificationService = {
  toRequest: ({ title, text, link }, { server, token = '' }) =>
    jsonRequest(
      join(server, '/message'),
      {
        ...{ title, message: text, priority: PRIORITY },
        ...(link !== '' && { extras: { 'client::notification': { click: { url: link } } } }),
      },
      { 'x-gotify-key': token },
    ),
  readAnswer: byStatus,
};
