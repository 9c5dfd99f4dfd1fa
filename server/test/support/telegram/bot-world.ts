import type { OptionKey } from '@turnpike/contract';
import { vi } from 'vitest';
import { TelegramBot } from '../../../src/bot/telegram-bot.ts';
import { registerTelegramWebhook } from '../../../src/bot/webhook-route.ts';
import type { databases } from '../databases.ts';
import { startTestManagement } from '../test-management.ts';
import { FakeTelegram } from './fake-telegram.ts';

/** The management API with a bot, and the Telegram that it talks to. */
export async function startBotWorld(engine: (typeof databases)[number]) {
  const telegram = await FakeTelegram.start();
  const bot = new TelegramBot({ apiRoot: telegram.apiRoot });
  const site = await startTestManagement(engine, {
    watch: (server) => registerTelegramWebhook(server, bot),
  });
  site.fakes.telegramBot = bot;
  site.deps.changes.optionsChanged = () => void bot.refresh();
  await bot.start(site.deps);

  const set = async (...options: [OptionKey, string][]) => {
    for (const [key, value] of options) await site.options.set(key, value);
    await bot.refresh();
  };
  const isRunning = () => vi.waitFor(() => bot.username() || Promise.reject(new Error('no bot')), 5000);

  return {
    telegram,
    bot,
    site,
    set,
    isRunning,
    /** Starts the bot, which asks for updates. */
    async run(): Promise<void> {
      await set(['TelegramBotToken', telegram.token], ['TelegramWebhookSecret', '']);
      await isRunning();
    },
    /** Sends an update by `getUpdates`, after a pause that no limit notices. @returns the texts that answer it */
    async say(update: Record<string, unknown>): Promise<string[]> {
      site.passTime(30);
      const before = telegram.sent.length;
      telegram.push(update);
      await vi.waitFor(() => {
        if (telegram.sent.length === before) throw new Error('no answer');
      }, 3000);
      return telegram.sent.slice(before).map(({ text }) => text);
    },
    async stop(): Promise<void> {
      await bot.stop();
      await site.stop();
      await telegram.stop();
    },
  };
}

export type BotWorld = Awaited<ReturnType<typeof startBotWorld>>;
