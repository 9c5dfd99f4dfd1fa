import { createHmac } from 'node:crypto';
import { byStatus, jsonRequest, type NotificationService } from '../notification-service.ts';

/** The receiver's own server. Source: docs/reference/notifications.md, "Webhook". */
export const webhookService: NotificationService = {
  toRequest({ id, kind, title, text, link, time, facts }, { url = '', secret = '' }, nowMs) {
    const request = jsonRequest(url, { id, kind, time, title, text, link, facts });
    const seconds = Math.floor(nowMs / 1000);
    const signature = createHmac('sha256', secret).update(`${seconds}.${request.body}`).digest('hex');
    const headers = {
      ...request.headers,
      ...{ 'x-turnpike-id': id, 'x-turnpike-signature': `t=${seconds},v1=${signature}` },
    };
    return { ...request, headers };
  },
  readAnswer: byStatus,
};
