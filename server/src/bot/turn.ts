import type { Language, TelegramParseMode } from '@turnpike/contract';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { LinkedAccount } from '../modules/telegram/telegram-link-repository.ts';
import type { BotMemory } from './bot-memory.ts';
import { botTexts, fillText, type TextKey, type TextValues } from './bot-texts.ts';
import { type Api, telegramReason } from './telegram-api.ts';

type SendOptions = NonNullable<Parameters<Api['sendMessage']>[2]>;
export type Buttons = Extract<SendOptions['reply_markup'], { inline_keyboard: unknown }>['inline_keyboard'];
type SayOptions = Pick<SendOptions, 'parse_mode'> & { buttons?: Buttons };

interface TurnFacts {
  deps: ModuleDeps;
  api: Api;
  memory: BotMemory;
  /** Number of the Telegram account. */
  sender: number;
  chat: number;
  language: Language;
  /** Text behind the command. */
  argument: string;
  /** Message whose button was pressed. */
  pressed: number | undefined;
  account: LinkedAccount | undefined;
}

/** One message of a sender, and the means to answer it. */
export class Turn {
  readonly deps: ModuleDeps;
  readonly memory: BotMemory;
  readonly sender: number;
  readonly language: Language;
  readonly argument: string;
  readonly account: LinkedAccount | undefined;
  readonly #api: Api;
  readonly #chat: number;
  readonly #pressed: number | undefined;

  constructor({ deps, api, memory, sender, chat, language, argument, pressed, account }: TurnFacts) {
    this.deps = deps;
    this.memory = memory;
    this.sender = sender;
    this.language = language;
    this.argument = argument;
    this.account = account;
    this.#api = api;
    this.#chat = chat;
    this.#pressed = pressed;
  }

  /** A text in the reader's language. */
  text(key: TextKey, values: TextValues = {}): string {
    const site = this.deps.options.text('SystemName');
    return fillText(botTexts[this.language][key], { site, ...values });
  }

  async say(text: string, options: SayOptions = {}): Promise<void> {
    await this.#api.sendMessage(this.#chat, text, toSendOptions(options));
  }

  /** Says a text that somebody else wrote. Where its markup has a fault, it is sent as it stands. */
  async sayWritten(text: string, parse_mode: TelegramParseMode): Promise<void> {
    await this.say(text, { parse_mode }).catch((error: unknown) => {
      if (!telegramReason(error).includes("can't parse entities")) throw error;
      return this.say(text);
    });
  }

  /** As `say`; after a press on a button, the message with the button changes instead. */
  async show(text: string, options: SayOptions = {}): Promise<void> {
    if (this.#pressed === undefined) return this.say(text, options);
    await this.#api
      .editMessageText(this.#chat, this.#pressed, text, toSendOptions(options))
      .catch((error: unknown) => {
        // A button was pressed twice.
        if (!telegramReason(error).includes('message is not modified')) throw error;
      });
  }

  /** A button that opens a page of the site; none while its address is not set. */
  pageButton(key: TextKey, path: string): Buttons {
    const site = this.deps.options.text('ServerAddress').replace(/\/+$/, '');
    return site === '' ? [] : [[{ text: this.text(key), url: `${site}${path}` }]];
  }
}

/** A turn of a sender who is linked to an account. */
export type AccountTurn = Turn & { account: LinkedAccount };

const toSendOptions = ({ buttons = [], ...options }: SayOptions) => ({
  link_preview_options: { is_disabled: true },
  ...options,
  ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }),
});
