import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { setSecurityHeaders } from '../http/security-headers.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { readUpdate } from './read-update.ts';
import { type TelegramBot, WEBHOOK_PATH } from './telegram-bot.ts';

const MAX_BODY_BYTES = 256 * 1024;

/**
 * The address that Telegram calls. It is answered before the update is, so that Telegram does not send it again.
 * Source: https://core.telegram.org/bots/api#setwebhook.
 */
export function registerTelegramWebhook(
  server: FastifyInstance,
  bot: Pick<TelegramBot, 'webhookSecret' | 'take'>,
): void {
  server.route<{ Params: { token: string } }>({
    method: 'POST',
    url: `${WEBHOOK_PATH}:token`,
    bodyLimit: MAX_BODY_BYTES,
    // Before the body is read.
    onRequest: async (request) => {
      const path = `${WEBHOOK_PATH}${request.params.token}`;
      const secret = bot.webhookSecret(path);
      if (secret === undefined) throw new GatewayError('request.not_found', { path: WEBHOOK_PATH });
      const given = request.headers['x-telegram-bot-api-secret-token'];
      if (!isSame(String(given ?? ''), secret)) throw new GatewayError('session.required');
    },
    handler: async (request, reply) => {
      setSecurityHeaders(reply);
      const update = readUpdate(request.body);
      if (update === undefined) throw new GatewayError('request.invalid');
      bot.take(update);
      return reply.header('cache-control', 'no-store').send({});
    },
  });
}

/** Hashes have one length, whatever was sent. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
