import type { Api, Transformer } from 'grammy';
import { openProxiedFetch } from '../platform/net/proxied-fetch.ts';
import { SendPace, type Timer } from './send-pace.ts';

export type { Api };

export interface OpenApi {
  api: Api;
  close(): Promise<void>;
}

const MAX_SECONDS = 30;

/** Opens the Bot API for one bot. The library is loaded here, and only for a bot that has a token. */
export async function openTelegramApi({
  apiRoot,
  token,
  proxy,
  timer,
}: {
  apiRoot: string;
  token: string;
  proxy: string;
  timer: Timer;
}): Promise<OpenApi> {
  const grammy = await import('grammy');
  const http = await openProxiedFetch(proxy);
  const api = new grammy.Api(token, {
    apiRoot,
    timeoutSeconds: MAX_SECONDS,
    fetch: http.fetch as never,
  });
  const pace = new SendPace(timer);
  const inTurn: Transformer = (send, method, payload, signal) =>
    method === 'getUpdates'
      ? send(method, payload, signal)
      : pace.run(() => send(method, payload, signal), signal as AbortSignal | undefined);
  api.config.use(inTurn);
  return { api, close: http.close };
}

/** Reason of a failed request, without the token and without what was sent. */
export function telegramReason(error: unknown): string {
  const {
    description,
    error: cause,
    message,
  } = error as {
    description?: string;
    error?: { message?: string };
    message?: string;
  };
  return description ?? cause?.message ?? message ?? 'unknown';
}
