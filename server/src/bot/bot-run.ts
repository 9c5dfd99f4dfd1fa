import type { ModuleDeps } from '../modules/module-deps.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { type Answers, createAnswers } from './answer-update.ts';
import { readUpdate, type Update } from './read-update.ts';
import { registerCommands } from './register-commands.ts';
import type { Timer } from './send-pace.ts';
import { type OpenApi, openTelegramApi, telegramReason } from './telegram-api.ts';

export interface BotSettings {
  token: string;
  proxy: string;
  /** Undefined: the bot asks Telegram for updates. */
  webhook: { url: string; secret: string } | undefined;
}

export interface BotPlace {
  apiRoot: string;
  timer: Timer;
}

const POLL_SECONDS = 9;
const MAX_CONNECTIONS = 100;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
/** A stop waits this long for answers that are being sent. */
const STOP_MS = 3_000;
const allowed_updates = ['message', 'callback_query'] as const;

/** One bot from its start to its stop, by settings that do not change meanwhile. */
export class BotRun {
  readonly #deps: ModuleDeps;
  readonly #settings: BotSettings;
  readonly #place: BotPlace;
  readonly #stop = new AbortController();
  #open: OpenApi | undefined;
  #answers: Answers | undefined;
  #name = '';
  #offset = 0;
  #ended: Promise<void> = Promise.resolve();

  constructor(deps: ModuleDeps, settings: BotSettings, place: BotPlace) {
    this.#deps = deps;
    this.#settings = settings;
    this.#place = place;
  }

  /** User name of the bot; empty while Telegram does not answer. */
  get name(): string {
    return this.#name;
  }

  get isWebhook(): boolean {
    return this.#settings.webhook !== undefined;
  }

  start(): void {
    this.#ended = this.#live();
  }

  /** Takes an update that Telegram has sent to the gateway. */
  take(update: Update): void {
    void this.#answer(update);
  }

  /** Logs an error: nothing that Telegram sends may end the process. */
  async #answer(update: Update): Promise<void> {
    try {
      await this.#answers?.take(update);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'an update of Telegram could not be processed');
    }
  }

  /** @throws telegram.not_running, telegram.not_accepted */
  async reload(): Promise<void> {
    if (this.#open === undefined || this.#name === '') throw new GatewayError('telegram.not_running');
    try {
      await registerCommands(this.#deps, this.#open.api);
    } catch (error) {
      throw new GatewayError('telegram.not_accepted', { reason: telegramReason(error) }, { cause: error });
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#name = '';
    await this.#ended;
    const done = Promise.all([this.#answers?.end(), this.#confirmTaken()]);
    await Promise.race([done.catch(() => {}), this.#place.timer.pause(STOP_MS)]);
    await this.#open?.close();
  }

  async #live(): Promise<void> {
    const { signal } = this.#stop;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.#connect();
        pauseMs = FIRST_PAUSE_MS;
        if (this.isWebhook) await aborted(signal);
        else await this.#poll();
      } catch (error) {
        this.#name = '';
        if (signal.aborted) return;
        this.#deps.log.warn({ reason: telegramReason(error) }, 'the Telegram bot does not run');
        await this.#place.timer.pause(pauseMs, signal);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }

  async #connect(): Promise<void> {
    const { token, proxy, webhook } = this.#settings;
    const { signal } = this.#stop;
    this.#open ??= await openTelegramApi({ ...this.#place, token, proxy });
    const { api } = this.#open;
    const { username } = await api.getMe(signal as never);
    this.#answers ??= createAnswers(this.#deps, { api, botName: username });
    if (webhook === undefined) await api.deleteWebhook({}, signal as never);
    else {
      const { url, secret: secret_token } = webhook;
      const how = { secret_token, allowed_updates, max_connections: MAX_CONNECTIONS };
      await api.setWebhook(url, how, signal as never);
    }
    this.#name = username;
    await registerCommands(this.#deps, api).catch((error: unknown) =>
      this.#deps.log.warn({ reason: telegramReason(error) }, 'Telegram refused the commands of the bot'),
    );
  }

  async #poll(): Promise<void> {
    const { api } = this.#open as OpenApi;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const asked = { offset: this.#offset, timeout: POLL_SECONDS, allowed_updates };
      const sent = await api.getUpdates(asked, signal as never);
      const updates = sent.map(readUpdate).filter((update) => update !== undefined);
      // The same ones would come at once again.
      if (updates.length === 0 && sent.length > 0)
        throw new Error('Telegram sent an update without a number.');
      for (const { id } of updates) this.#offset = Math.max(this.#offset, id + 1);
      // More is asked for once these are answered, so that no more of them wait here.
      await Promise.all(updates.map((update) => this.#answer(update)));
    }
  }

  /** Telegram takes an update for delivered when the next ones are asked for. */
  async #confirmTaken(): Promise<void> {
    if (this.isWebhook || this.#offset === 0) return;
    await this.#open?.api.getUpdates({ offset: this.#offset, limit: 1, timeout: 0, allowed_updates });
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
