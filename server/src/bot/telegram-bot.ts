import { setTimeout } from 'node:timers/promises';
import { Lock } from '../db/sqlite-dialect.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { TelegramControl } from '../modules/telegram/telegram-control.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { type BotPlace, BotRun, type BotSettings } from './bot-run.ts';
import type { Update } from './read-update.ts';

export const WEBHOOK_PATH = '/api/telegram/';

const place: BotPlace = {
  apiRoot: 'https://api.telegram.org',
  timer: {
    nowMs: () => performance.now(),
    pause: (ms, signal) =>
      setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {}),
  },
};

/** The bot that the options describe. It runs while there is a token, and starts anew when its options change. */
export class TelegramBot implements TelegramControl {
  readonly #place: BotPlace;
  readonly #lock = new Lock();
  #deps: ModuleDeps | undefined;
  #settings: BotSettings | undefined;
  #run: BotRun | undefined;

  constructor(given: Partial<BotPlace> = {}) {
    this.#place = { ...place, ...given };
  }

  username(): string {
    return this.#run?.name ?? '';
  }

  isWebhook(): boolean {
    return this.username() !== '' && this.#run?.isWebhook === true;
  }

  async reload(): Promise<void> {
    if (this.#run === undefined) throw new GatewayError('telegram.not_running');
    await this.#run.reload();
  }

  start(deps: ModuleDeps): Promise<void> {
    this.#deps = deps;
    return this.refresh();
  }

  /** Starts the bot by the present options; one that runs by the same ones runs on. */
  refresh(): Promise<void> {
    return this.#lock.run(async () => {
      if (this.#deps === undefined) return;
      const wanted = settingsOf(this.#deps);
      if (JSON.stringify(wanted) === JSON.stringify(this.#settings)) return;
      this.#settings = wanted;
      await this.#run?.stop();
      this.#run = wanted && new BotRun(this.#deps, wanted, this.#place);
      this.#run?.start();
    });
  }

  stop(): Promise<void> {
    return this.#lock.run(async () => {
      this.#deps = undefined;
      this.#settings = undefined;
      await this.#run?.stop();
      this.#run = undefined;
    });
  }

  /** Secret that Telegram sends with an update; undefined for the address of another bot, or of none. */
  webhookSecret(url: string): string | undefined {
    const { webhook } = (this.username() !== '' && this.#settings) || {};
    return webhook?.url.endsWith(url) ? webhook.secret : undefined;
  }

  take(update: Update): void {
    this.#run?.take(update);
  }
}

function settingsOf({ options, secretBox }: ModuleDeps): BotSettings | undefined {
  const token = options.text('TelegramBotToken');
  if (token === '') return undefined;
  const proxy = options.text('TelegramProxy');
  const secret = options.text('TelegramWebhookSecret');
  const address = options.text('ServerAddress').replace(/\/+$/, '');
  // Telegram calls https addresses only.
  if (secret === '' || !/^https:/i.test(address)) return { token, proxy, webhook: undefined };
  // The address stands in the logs of proxies, so the token is not in it.
  const hash = secretBox.mac(['telegram webhook', token]);
  return { token, proxy, webhook: { url: `${address}${WEBHOOK_PATH}${hash}`, secret } };
}
