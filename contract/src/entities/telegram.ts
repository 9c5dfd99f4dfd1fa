import { z } from 'zod';
import { call } from '../call.ts';

export const telegramBotCalls = {
  status: call('GET /api/option/telegram/status', {
    access: 'root',
    summary: 'Say whether the Telegram bot runs, and whether Telegram calls the gateway',
    output: z.object({ status: z.boolean(), is_webhook: z.boolean() }),
  }),
  reload: call('PUT /api/option/telegram/reload', {
    access: 'root',
    summary: "Register the bot's commands with Telegram anew",
  }),
};

/** Commands that the bot itself answers, in the order in which Telegram offers them. */
export const telegramCommands = ['bind', 'unbind', 'balance', 'recharge', 'apikey', 'aff', 'help'] as const;

export const telegramParseModes = ['MarkdownV2', 'Markdown', 'HTML'] as const;
export type TelegramParseMode = (typeof telegramParseModes)[number];
