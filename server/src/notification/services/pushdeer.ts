import { byCode, cut, join, type NotificationService } from '../notification-service.ts';

const MAX_TEXT = 4000;

/** Source: https://github.com/easychen/pushdeer/blob/main/README.md */
export const pushDeerService: NotificationService = {
  toRequest({ title, text, link }, { server, push_key = '' }) {
    const desp = cut([text, link].filter((part) => part !== '').join('\n\n'), MAX_TEXT);
    const fields = { pushkey: push_key, type: 'text', text: title, desp };
    return {
      url: join(server, '/message/push'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    };
  },
  readAnswer: (answer) => byCode(answer, 'code'),
};
