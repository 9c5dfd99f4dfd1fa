/** Telegram takes some 30 messages a second from a bot. Source: https://core.telegram.org/bots/faq, "limits". */
const PER_SECOND = 30;
const STEP_MS = Math.ceil(1000 / (PER_SECOND - 1));
/** A message that would wait longer is not sent: its reader has given up. */
const LONGEST_WAIT_MS = 60_000;
const MAX_TRIES = 3;

export interface Timer {
  nowMs(): number;
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The parts of Telegram's answer that decide the pace. */
interface Answer {
  ok: boolean;
  error_code?: number;
  parameters?: { retry_after?: number };
}

/** Spreads the requests of a bot, and waits as long as a 429 says, all of them together. */
export class SendPace {
  readonly #timer: Timer;
  #nextAtMs = 0;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /**
   * Sends in turn, and again after a 429.
   * @throws Error for one that would wait more than a minute
   */
  async run<Result extends Answer>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      await this.#turn(signal);
      const answer = await send();
      if (answer.ok || answer.error_code !== 429 || tries === MAX_TRIES) return answer;
      const seconds = answer.parameters?.retry_after ?? 1;
      this.#nextAtMs = Math.max(this.#nextAtMs, this.#timer.nowMs() + seconds * 1000);
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const nowMs = this.#timer.nowMs();
    const atMs = Math.max(nowMs, this.#nextAtMs);
    if (atMs - nowMs > LONGEST_WAIT_MS) throw new Error('too many messages wait for Telegram');
    this.#nextAtMs = atMs + STEP_MS;
    if (atMs > nowMs) await this.#timer.pause(atMs - nowMs, signal);
  }
}
