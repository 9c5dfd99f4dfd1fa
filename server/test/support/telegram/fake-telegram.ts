import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOfHtml, faultOfMarkdown, faultOfMarkdownV2 } from './telegram-markup.ts';

/** Parts of the Bot API that the gateway uses. Source: https://core.telegram.org/bots/api. */
type Fields = Record<string, unknown>;
export interface SentMessage {
  method: string;
  chat_id: number;
  text: string;
  message_id: number;
  parse_mode?: string;
  reply_markup?: { inline_keyboard: Record<string, string>[][] };
}

class Refusal extends Error {
  readonly code: number;
  readonly retryAfter: number | undefined;

  constructor(code: number, description: string, retryAfter?: number) {
    super(description);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const MAX_TEXT = 4096;
const PER_SECOND = 30;

const known: Record<string, readonly string[]> = {
  getMe: [],
  getUpdates: ['offset', 'limit', 'timeout', 'allowed_updates'],
  setWebhook: ['url', 'secret_token', 'allowed_updates', 'max_connections', 'drop_pending_updates'],
  deleteWebhook: ['drop_pending_updates'],
  setMyCommands: ['commands', 'scope', 'language_code'],
  sendMessage: ['chat_id', 'text', 'parse_mode', 'reply_markup', 'link_preview_options'],
  editMessageText: [
    ...['chat_id', 'message_id', 'text', 'parse_mode', 'reply_markup', 'link_preview_options'],
  ],
  answerCallbackQuery: ['callback_query_id'],
};

/** A strict Bot API for one bot: it refuses what the real one refuses, and passes updates on in both modes. */
export class FakeTelegram {
  readonly token = '123456789:AAE-fake_token_of_the_bot_for_tests';
  readonly name = 'TollBot';
  /** Messages as they arrived, edits too. */
  readonly sent: SentMessage[] = [];
  readonly commands = new Map<string, { command: string; description: string }[]>();
  webhook: { url: string; secret_token: string } | undefined;
  /** Methods that were called, with refused ones. */
  readonly called: string[] = [];
  /** Answers this many next messages with 429. */
  refuseNext = 0;
  /** Most messages within a second. */
  busiest = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #times: number[] = [];
  readonly #answered = new Set<string>();
  #updates: Fields[] = [];
  #wake: () => void = () => {};
  #nextUpdate = 1000;
  #nextMessage = 1;

  static async start(): Promise<FakeTelegram> {
    const telegram = new FakeTelegram();
    await new Promise<void>((resolve) => telegram.#server.listen(0, '127.0.0.1', resolve));
    return telegram;
  }

  get apiRoot(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Keeps an update for the next `getUpdates`. */
  push(update: Fields): void {
    this.#updates.push(update);
    this.#wake();
  }

  /** A text from a person to the bot. */
  message(
    from: number,
    text: string,
    {
      language = 'en',
      chat = from,
      type = 'private',
    }: { language?: string; chat?: number; type?: string } = {},
  ): Fields {
    const sender = { id: from, is_bot: false, first_name: 'P', language_code: language };
    const message_id = this.#nextMessage++;
    return {
      update_id: this.#nextUpdate++,
      message: { message_id, date: 1, from: sender, chat: { id: chat, type }, text },
    };
  }

  /** A press on a button. */
  press(from: number, data: string): Fields {
    const id = String(this.#nextUpdate);
    const { message_id } = this.sent.findLast(({ chat_id }) => chat_id === from) ?? { message_id: 1 };
    return {
      update_id: this.#nextUpdate++,
      callback_query: {
        ...{
          id,
          chat_instance: '1',
          data,
          from: { id: from, is_bot: false, first_name: 'P', language_code: 'en' },
        },
        message: { message_id, date: 1, chat: { id: from, type: 'private' } },
      },
    };
  }

  /** Whether every press was answered once. */
  isAnswered = (update: Fields): boolean => this.#answered.has((update.callback_query as { id: string }).id);

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      const result = await this.#call(request, response);
      answer(200, { ok: true, result });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const parameters =
        error.retryAfter === undefined ? {} : { parameters: { retry_after: error.retryAfter } };
      answer(error.code, { ok: false, error_code: error.code, description: error.message, ...parameters });
    }
  }

  async #call(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    let body = '';
    for await (const piece of request) body += piece;
    if (token !== this.token) throw new Refusal(401, 'Unauthorized');
    const takes = known[method];
    if (takes === undefined) throw new Refusal(404, 'Not Found');
    const fields = JSON.parse(body || '{}') as Fields;
    this.called.push(method);
    const unknown = Object.keys(fields).find((name) => !takes.includes(name));
    // The real one ignores such a field; a misspelt one must not look as if it had an effect.
    if (unknown !== undefined) throw new Refusal(400, `Bad Request: the fake knows no field ${unknown}`);
    switch (method) {
      case 'getMe':
        return { id: 123456789, is_bot: true, first_name: 'Toll', username: this.name };
      case 'getUpdates':
        return this.#takeUpdates(fields, response);
      case 'setWebhook':
        return this.#setWebhook(fields);
      case 'deleteWebhook':
        this.webhook = undefined;
        return true;
      case 'setMyCommands':
        return this.#setCommands(fields);
      case 'answerCallbackQuery':
        this.#answered.add(String(fields.callback_query_id));
        return true;
      default:
        return this.#send(method, fields);
    }
  }

  async #takeUpdates({ offset = 0, timeout = 0 }: Fields, response: ServerResponse): Promise<unknown> {
    if (this.webhook !== undefined)
      throw new Refusal(409, "Conflict: can't use getUpdates method while webhook is active");
    const rest = () => this.#updates.filter((update) => (update.update_id as number) >= (offset as number));
    this.#updates = rest();
    if (this.#updates.length === 0 && (timeout as number) > 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        response.once('close', resolve);
        setTimeout(resolve, (timeout as number) * 1000).unref();
      });
    return this.#updates.slice(0, 100);
  }

  #setWebhook({ url, secret_token }: Fields): boolean {
    const address = URL.parse(String(url));
    if (address?.protocol !== 'https:')
      throw new Refusal(400, 'Bad Request: bad webhook: An HTTPS URL must be provided');
    if (!['', '443', '80', '88', '8443'].includes(address.port))
      throw new Refusal(
        400,
        'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443',
      );
    if (!/^[\w-]{1,256}$/.test(String(secret_token)))
      throw new Refusal(400, 'Bad Request: secret token contains unallowed characters');
    this.webhook = { url: String(url), secret_token: String(secret_token) };
    return true;
  }

  #setCommands({ commands, language_code = '' }: Fields): boolean {
    const list = commands as { command: string; description: string }[];
    if (list.length > 100) throw new Refusal(400, 'Bad Request: too many commands');
    for (const { command, description } of list) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new Refusal(400, 'Bad Request: BOT_COMMAND_INVALID');
      if (description.length < 1 || description.length > 256)
        throw new Refusal(400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID');
    }
    this.commands.set(String(language_code), list);
    return true;
  }

  #send(method: string, fields: Fields): unknown {
    if (this.refuseNext > 0) {
      this.refuseNext -= 1;
      throw new Refusal(429, 'Too Many Requests: retry after 1', 1);
    }
    const now = performance.now();
    const recent = this.#times.filter((time) => now - time < 1000).length + 1;
    if (recent > PER_SECOND) throw new Refusal(429, 'Too Many Requests: retry after 1', 1);
    this.#times.push(now);
    this.busiest = Math.max(this.busiest, recent);
    const { chat_id, text, parse_mode, reply_markup } = fields as unknown as SentMessage;
    if (!Number.isSafeInteger(chat_id)) throw new Refusal(400, 'Bad Request: chat_id is empty');
    if (typeof text !== 'string' || text.trim() === '')
      throw new Refusal(400, 'Bad Request: message text is empty');
    if (text.length > MAX_TEXT) throw new Refusal(400, 'Bad Request: message is too long');
    const fault = faultOf(parse_mode, text);
    if (fault !== undefined) throw new Refusal(400, `Bad Request: can't parse entities: ${fault}`);
    for (const button of reply_markup?.inline_keyboard.flat() ?? []) {
      if (!button.text || (button.url === undefined) === (button.callback_data === undefined))
        throw new Refusal(400, "Bad Request: can't parse inline keyboard button");
      if (Buffer.byteLength(button.callback_data ?? 'x') > 64)
        throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
      if (button.url !== undefined && URL.parse(button.url) === null)
        throw new Refusal(400, 'Bad Request: BUTTON_URL_INVALID');
    }
    const message_id = method === 'editMessageText' ? (fields.message_id as number) : this.#nextMessage++;
    this.sent.push({
      ...{ method, chat_id, text, message_id },
      ...(parse_mode && { parse_mode }),
      ...(reply_markup && { reply_markup }),
    });
    return { message_id, date: 1, chat: { id: chat_id, type: 'private' }, text };
  }
}

function faultOf(mode: string | undefined, text: string): string | undefined {
  if (mode === undefined) return undefined;
  if (mode === 'MarkdownV2') return faultOfMarkdownV2(text);
  if (mode === 'Markdown') return faultOfMarkdown(text);
  if (mode === 'HTML') return faultOfHtml(text);
  return `unsupported parse_mode ${mode}`;
}
