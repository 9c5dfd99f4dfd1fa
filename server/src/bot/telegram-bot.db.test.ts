import { siteCalls, telegramBotCalls } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../test/support/databases.ts';
import { type BotWorld, startBotWorld } from '../../test/support/telegram/bot-world.ts';
import { FakeTelegram } from '../../test/support/telegram/fake-telegram.ts';
import { TestProxy } from '../../test/support/test-proxy.ts';

const SECRET = 'hook-secret_1';

describe.each(anyDatabase)('the Telegram bot on $name', (engine) => {
  let world: BotWorld;

  beforeEach(async () => {
    world = await startBotWorld(engine);
  });
  afterEach(() => world.stop());

  const status = async () => {
    const as = await world.site.root();
    return (await world.site.ask(telegramBotCalls.status, { as })).body.data;
  };
  const post = (url: string, payload: object | string, secret = SECRET) =>
    world.site.inject({
      ...{ method: 'POST', url },
      headers: { 'x-telegram-bot-api-secret-token': secret, 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const runByWebhook = async () => {
    await world.set(
      ['ServerAddress', 'https://toll.example/'],
      ['TelegramWebhookSecret', SECRET],
      ['TelegramBotToken', world.telegram.token],
    );
    await world.isRunning();
    return new URL(world.telegram.webhook?.url ?? '').pathname;
  };

  it('runs while it has a token, and the site shows its name', async () => {
    const { telegram, site } = world;
    expect(await status()).toEqual({ status: false, is_webhook: false });
    expect(telegram.called).toEqual([]);

    await world.run();

    expect(await status()).toEqual({ status: true, is_webhook: false });
    expect((await site.ask(siteCalls.status)).body.data.telegram_bot).toBe('TollBot');
    expect(await world.say(telegram.message(1, '/help', { language: 'ja' }))).toMatchObject([
      expect.stringContaining('コマンド'),
    ]);

    await world.set(['TelegramBotToken', '']);
    expect(await status()).toEqual({ status: false, is_webhook: false });
  });

  it('registers its commands in the languages of the site, and again on request', async () => {
    const { telegram, site } = world;
    await world.run();
    await vi.waitFor(() => expect([...telegram.commands.keys()].sort()).toEqual(['', 'en', 'ja', 'zh']));
    telegram.commands.clear();

    const as = await site.root();
    expect((await site.ask(telegramBotCalls.reload, { as })).status).toBe(200);

    expect(telegram.commands.get('en')?.at(-1)).toEqual({
      command: 'help',
      description: 'List the commands',
    });
    await world.set(['TelegramBotToken', '']);
    expect(await site.ask(telegramBotCalls.reload, { as })).toMatchObject({
      ...{ status: 409, body: { code: 'telegram.not_running' } },
    });
  });

  it('starts anew when its options change, and not when others do', async () => {
    const { telegram, set } = world;
    await world.run();
    const starts = () => telegram.called.filter((method) => method === 'getMe').length;
    await set(['Notice', 'Hello']);
    expect(starts()).toBe(1);

    await set(['TelegramWebhookSecret', SECRET]);
    expect(telegram.webhook).toBeUndefined();
    await set(['ServerAddress', 'https://toll.example']);
    await vi.waitFor(() => expect(telegram.webhook?.secret_token).toBe(SECRET));
    await world.isRunning();
    expect(await status()).toEqual({ status: true, is_webhook: true });
  });

  it('takes updates by the webhook, each once, at an address without the token', async () => {
    const { telegram, site } = world;
    const path = await runByWebhook();
    expect(path).toMatch(/^\/api\/telegram\/[0-9a-f]{64}$/);
    const update = telegram.message(1, '/help');

    for (let times = 0; times < 3; times += 1) expect((await post(path, update)).status).toBe(200);
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(1));
    site.passTime(30);
    await post(path, telegram.message(1, '/help'));
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(2));
    expect(telegram.called).not.toContain('getUpdates');
  });

  it('refuses a webhook with a wrong secret or address, a large body and one without a number', async () => {
    const { telegram } = world;
    const path = await runByWebhook();
    const update = telegram.message(1, '/help');

    expect((await post(path, update, 'wrong')).status).toBe(401);
    expect((await post(path, update, '')).status).toBe(401);
    expect((await post(`/api/telegram/${telegram.token}`, update)).status).toBe(404);
    expect((await post('/api/telegram/0', update)).status).toBe(404);
    expect((await post(path, { ...update, more: 'x'.repeat(256 * 1024) })).status).toBe(413);
    expect((await post(path, '{')).status).toBe(400);
    expect((await post(path, 'null')).status).toBe(400);
    await world.set(['TelegramWebhookSecret', '']);
    expect((await post(path, update)).status).toBe(404);
    expect(telegram.sent).toEqual([]);
  });

  it.each(['webhook', 'polling'])('leaves out what is not shaped like an update, by %s', async (way) => {
    const { telegram } = world;
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    const path = way === 'webhook' ? await runByWebhook() : await world.run();
    const from = { id: 1 };
    const chat = { id: 1, type: 'private' };
    const odd = [
      ...[{ message: null }, { message: 5 }, { message: { from: null, chat: null, text: '/help' } }],
      ...[{ message: { from, chat: null, text: '/help' } }, { message: { from: {}, chat, text: '/help' } }],
      ...[{ message: { from, chat, text: { a: 1 } } }, { callback_query: 5 }],
      ...[{ callback_query: { message: null } }, { callback_query: { id: '1', from: null, message: {} } }],
      { callback_query: { id: '1', data: 'x', from, message: { message_id: 1, chat: null } } },
    ];
    const updates: Record<string, unknown>[] = odd.map((parts, place) => ({
      update_id: 10 + place,
      ...parts,
    }));
    updates.push({ ...telegram.message(1, '/help', { language: 5 as never }), update_id: 50 });

    for (const update of updates) {
      if (path === undefined) telegram.push(update);
      else expect((await post(path, update)).status).toBe(200);
    }
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(1));
    process.off('unhandledRejection', rejected);
    expect(rejected).not.toHaveBeenCalled();
    expect(world.bot.username()).toBe('TollBot');
  });

  it('answers a person five times at once, then once a second', async () => {
    const { telegram, site } = world;
    const path = await runByWebhook();
    for (let count = 0; count < 100; count += 1) await post(path, telegram.message(1, '/help'));
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(5));

    site.passTime(1);
    for (let count = 0; count < 100; count += 1) await post(path, telegram.message(1, '/help'));
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(6));
  });

  it('sends at most 30 messages a second to all together', async () => {
    const { telegram } = world;
    await world.run();
    for (let person = 1; person <= 45; person += 1) telegram.push(telegram.message(person, '/help'));

    await vi.waitFor(() => expect(telegram.sent).toHaveLength(45), 5000);
    expect(telegram.busiest).toBeLessThanOrEqual(30);
    expect(new Set(telegram.sent.map(({ chat_id }) => chat_id)).size).toBe(45);
  });

  it('waits as long as Telegram asks, and sends the message then', async () => {
    const { telegram } = world;
    await world.run();
    await vi.waitFor(() => expect(telegram.commands.size).toBe(4));
    telegram.refuseNext = 1;
    const begun = performance.now();

    expect(await world.say(telegram.message(1, '/help'))).toHaveLength(1);
    expect(performance.now() - begun).toBeGreaterThan(990);
  });

  it('does not answer an update again that was answered before a stop', async () => {
    const { telegram, bot, site } = world;
    await world.run();
    await world.say(telegram.message(1, '/help'));
    await bot.stop();
    await bot.start(site.deps);
    await world.isRunning();

    expect(await world.say(telegram.message(2, '/help'))).toHaveLength(1);
    expect(telegram.sent.map(({ chat_id }) => chat_id)).toEqual([1, 2]);
  });

  it('reports a proxy that is down, and goes through one that is up', async () => {
    const { telegram, set, site } = world;
    const proxy = await TestProxy.start('http');
    const url = proxy.url('me:secret');
    await proxy.stop();
    await set(['TelegramProxy', url], ['TelegramBotToken', telegram.token]);
    await vi.waitFor(() => expect(JSON.stringify(site.logged)).toContain('does not run'));
    expect(await status()).toEqual({ status: false, is_webhook: false });
    expect(telegram.called).toEqual([]);

    const other = await TestProxy.start('socks5');
    await set(['TelegramProxy', other.url()]);
    await world.isRunning();
    expect(other.asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(site.logged)).not.toMatch(/AAE-fake|secret/);
    await world.bot.stop();
    await other.stop();
  });

  it('does not run with a token that Telegram does not know, and logs no token', async () => {
    const { set, site } = world;
    const unknown = '987654321:AAE-another_token_that_is_unknown';
    await set(['TelegramBotToken', unknown]);
    await vi.waitFor(() => expect(JSON.stringify(site.logged)).toContain('Unauthorized'));
    expect(await status()).toEqual({ status: false, is_webhook: false });
    expect(JSON.stringify(site.logged)).not.toContain('AAE-another');
  });

  it('is set by options that have their form', async () => {
    const { options } = world.site;
    for (const [key, value, code] of [
      ['TelegramBotToken', 'token', 'option.not_bot_token'],
      ['TelegramWebhookSecret', 'a b', 'option.not_webhook_secret'],
      ['TelegramWebhookSecret', 'a'.repeat(257), 'option.not_webhook_secret'],
      ['TelegramProxy', 'ftp://x', 'channel.proxy_invalid'],
      ['TelegramProxy', 'http://a:b:c@@x', 'channel.proxy_invalid'],
    ] as const)
      await expect(options.set(key, value)).rejects.toMatchObject({ fields: [{ field: key, code }] });
  });
});

describe('the Bot API of the tests', () => {
  it('refuses what the real one refuses', async () => {
    const telegram = await FakeTelegram.start();
    const call = async (method: string, body: object) => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${telegram.apiRoot}/bot${telegram.token}/${method}`, init)).status;
    };
    const text = (one: string, parse_mode?: string) =>
      call('sendMessage', { chat_id: 1, text: one, parse_mode });
    expect(await text('a'.repeat(4096))).toBe(200);
    expect(await text('a'.repeat(4097))).toBe(400);
    expect(await text(' ')).toBe(400);
    expect(await text('a.b', 'MarkdownV2')).toBe(400);
    expect(await text('a\\.b *bold* `a.b` [a](https://b.c)', 'MarkdownV2')).toBe(200);
    expect(await text('*bold', 'MarkdownV2')).toBe(400);
    expect(await text('a_b', 'Markdown')).toBe(400);
    expect(await text('<b>a</b>', 'HTML')).toBe(200);
    expect(await text('<b>a', 'HTML')).toBe(400);
    expect(await text('a < b', 'HTML')).toBe(400);
    expect(await call('setWebhook', { url: 'http://a.example', secret_token: 'a' })).toBe(400);
    expect(await call('setMyCommands', { commands: [{ command: 'A', description: 'a' }] })).toBe(400);
    expect(await call('sendPhoto', {})).toBe(404);
    await telegram.stop();
  });
});
