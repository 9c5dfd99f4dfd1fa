import type { Language } from '@turnpike/contract';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { botTexts, fillText, type TextKey, type TextValues } from './bot-texts.ts';
import type { Api } from './telegram-api.ts';

type SendOptions = NonNullable<Parameters<Api['sendMessage']>[2]>;
export type Buttons = Extract<SendOptions['reply_markup'], { inline_keyboard: unknown }>['inline_keyboard'];

interface TurnFacts {
  deps: ModuleDeps;
  api: Api;
  botName: string;
  /** Number of the Telegram account. */
  sender: number;
  chat: number;
  language: Language;
  /** Text behind the command. */
  argument: string;
}

/** One message of a sender, and the means to answer it. */
export class Turn {
  readonly deps: ModuleDeps;
  readonly api: Api;
  readonly botName: string;
  readonly sender: number;
  readonly chat: number;
  readonly language: Language;
  readonly argument: string;

  constructor({ deps, api, botName, sender, chat, language, argument }: TurnFacts) {
    this.deps = deps;
    this.api = api;
    this.botName = botName;
    this.sender = sender;
    this.chat = chat;
    this.language = language;
    this.argument = argument;
  }

  /** A text in the reader's language. */
  text(key: TextKey, values: TextValues = {}): string {
    const site = this.deps.options.text('SystemName');
    return fillText(botTexts[this.language][key], { site, ...values });
  }

  async say(text: string, { buttons, ...options }: SendOptions & { buttons?: Buttons } = {}): Promise<void> {
    await this.api.sendMessage(this.chat, text, {
      link_preview_options: { is_disabled: true },
      ...options,
      ...(buttons && buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }),
    });
  }

  /** A button that opens a page of the site; none while its address is not set. */
  pageButton(key: TextKey, path: string): Buttons {
    const site = this.deps.options.text('ServerAddress').replace(/\/+$/, '');
    return site === '' ? [] : [[{ text: this.text(key), url: `${site}${path}` }]];
  }
}
