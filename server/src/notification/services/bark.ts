import { byCode, cut, join, jsonRequest, type NotificationService } from '../notification-service.ts';

/** Apple takes 4 KB with everything. */
const MAX_TEXT = 1000;

/** Source: https://github.com/Finb/bark-server/blob/master/docs/API_V2.md */
export const barkService: NotificationService = {
  toRequest: ({ title, text, link }, { server, device_key = '' }) =>
    jsonRequest(join(server, '/push'), {
      ...{ device_key, title, body: cut(text, MAX_TEXT), group: 'Turnpike' },
      ...(link !== '' && { url: link }),
    }),
  readAnswer: (answer) => byCode(answer, 'code', 200),
};
