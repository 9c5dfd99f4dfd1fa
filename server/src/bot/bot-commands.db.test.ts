import {
  logCalls,
  redemptionCalls,
  telegramLinkCalls,
  telegramMenuCalls,
  tokenCalls,
  userCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../test/support/databases.ts';
import { type BotWorld, startBotWorld } from '../../test/support/telegram/bot-world.ts';
import type { Person } from '../../test/support/test-management.ts';

describe.each(anyDatabase)('commands of the Telegram bot on $name', (engine) => {
  let world: BotWorld;
  let root: Person;
  let people = 0;

  beforeAll(async () => {
    world = await startBotWorld(engine);
    root = await world.site.root();
    await world.site.options.set('ServerAddress', 'https://toll.example');
    await world.run();
  });
  afterAll(() => world.stop());

  const say = (from: number, text: string, given = {}) =>
    world.say(world.telegram.message(from, text, given));
  const last = () => world.telegram.sent.at(-1);
  const issue = async (as: Person) =>
    (await world.site.ask(telegramLinkCalls.createCode, { as })).body.data.code as string;
  /** An account that is linked to the Telegram account with this number. */
  const linked = async (telegram: number, given = {}) => {
    people += 1;
    const person = await world.site.seed.person(`rider${people}`, given);
    await say(telegram, `/start ${await issue(person)}`);
    return person;
  };
  const code = async (given = {}) => {
    const input = { name: 'Spring', quota: 500_000, ...given };
    return (await world.site.ask(redemptionCalls.create, { as: root, input })).body.data[0] as string;
  };

  it('link an account by the deep link, and unlink it', async () => {
    const ann = await world.site.seed.person('ann');
    expect(await say(1, '/balance')).toEqual([
      'No account of Test is linked. Send /bind to see how to link yours.',
    ]);
    expect(await say(1, '/bind')).toEqual([expect.stringContaining('Sign in to Test')]);
    expect(last()?.reply_markup?.inline_keyboard).toEqual([
      [{ text: 'Open the profile', url: 'https://toll.example/panel/profile' }],
    ]);
    const wrong = ['This code is wrong or has expired. Get a new one in your profile.'];
    expect(await say(1, '/start nonsense')).toEqual(wrong);

    expect(await say(1, `/start ${await issue(ann)}`)).toEqual([
      'Linked to the account ann. Send /help for the commands.',
    ]);
    expect(await say(1, '/bind@TollBot')).toEqual(['You are linked to the account ann. /unbind unlinks it.']);
    const late = await issue(ann);
    world.site.passTime(600);
    expect(await say(2, `/bind ${late}`)).toEqual(wrong);

    expect(await say(1, '/unbind')).toEqual(['Unlinked from the account ann.']);
    expect(await say(1, '/unbind')).toEqual([expect.stringContaining('No account')]);
  });

  it('slow down a sender who guesses codes', async () => {
    for (let count = 0; count < 10; count += 1) await say(3, `/start guess${count}`);
    expect(await say(3, '/start guess')).toEqual([expect.stringContaining('Too many attempts')]);
  });

  it('do not link a Telegram account that belongs to another account', async () => {
    await linked(4);
    const other = await world.site.seed.person('other');
    expect(await say(4, `/start ${await issue(other)}`)).toEqual([
      expect.stringContaining('is linked to another account of Test'),
    ]);
  });

  it('show the balance in dollars or points, in the language of the account', async () => {
    const rider = await linked(5, { quota: 1_234_567 });
    expect(await say(5, '/balance')).toEqual(['Balance: $2.46\nUsed: $0.00']);
    await world.site.options.set('DisplayInCurrencyEnabled', 'false');
    expect(await say(5, '/balance')).toEqual(['Balance: 1,234,567 points\nUsed: 0 points']);
    await world.site.options.set('DisplayInCurrencyEnabled', 'true');
    expect(await say(5, '/balance', { language: 'zh-hans' })).toEqual(['余额：$2.46\n已用：$0.00']);
    expect(await say(5, '/balance', { language: 'zh-hant' })).toEqual(['餘額：$2.46\n已用：$0.00']);
    await world.site.db.updateTable('users').set({ language: 'ja_JP' }).where('id', '=', rider.id).execute();
    expect(await say(5, '/balance')).toEqual(['残高：$2.46\n使用済み：$0.00']);
  });

  it('redeem a code once, with an own source in the log', async () => {
    const rider = await linked(6);
    const key = await code();
    expect(await say(6, `/recharge ${key}`)).toEqual(['Added $1.00.\nBalance: $1.00']);
    expect(await say(6, `/recharge ${key}`)).toEqual(['This code is used up.']);
    const { quota } = (await world.site.ask(userCalls.self, { as: rider })).body.data;
    expect(quota).toBe(500_000);
    const rows = (await world.site.ask(logCalls.list, { as: root, query: { username: rider.username } })).body
      .data.data;
    expect(rows).toMatchObject([{ type: 1, quota: 500_000, source_ip: 'telegram' }]);
  });

  it('ask for a code, take the next text for it, and can be cancelled', async () => {
    await linked(7);
    expect(await say(7, '/recharge')).toEqual(['Send the redemption code.']);
    expect(last()?.reply_markup?.inline_keyboard).toEqual([[{ text: 'Cancel', callback_data: 'cancel' }]]);
    expect(await say(7, 'not a code')).toEqual(['There is no such redemption code.']);
    expect(await say(7, await code())).toEqual([expect.stringContaining('Added $1.00.')]);

    await say(7, '/recharge');
    const press = world.telegram.press(7, 'cancel');
    expect(await world.say(press)).toEqual(['Cancelled.']);
    expect(last()?.method).toBe('editMessageText');
    expect(world.telegram.isAnswered(press)).toBe(true);

    await say(7, '/recharge');
    world.site.passTime(600);
    const key = await code();
    world.telegram.push(world.telegram.message(7, key));
    // The text above is no answer to anything, so that the code is still good.
    expect(await say(7, `/recharge ${key}`)).toEqual([expect.stringContaining('Added $1.00.')]);
  });

  it('list keys masked, five on a page, with whatever name', async () => {
    const rider = await linked(8);
    expect(await say(8, '/apikey')).toEqual(['You have no API keys yet.']);
    const names = ['a_b*c', '[x](y)', '`~>#+-=|{}.!\\', '<b>', 'plain', 'sixth', 'seventh'];
    const keys: string[] = [];
    for (const name of names) {
      const input = { name, expired_time: -1, remain_quota: 1, unlimited_quota: false };
      keys.push((await world.site.ask(tokenCalls.create, { as: rider, input })).body.data.key);
    }
    const [first = ''] = await say(8, '/apikey');
    expect(first).toContain('page 1 of 2');
    expect(last()?.parse_mode).toBe('MarkdownV2');
    expect(last()?.reply_markup?.inline_keyboard).toEqual([
      [{ text: 'Next', callback_data: 'apikey:2' }],
      [{ text: 'Manage keys', url: 'https://toll.example/panel/token' }],
    ]);
    const [second = ''] = await world.say(world.telegram.press(8, 'apikey:2'));
    expect(second).toContain('*a\\_b\\*c*');
    for (const key of keys) expect(first + second).not.toContain(key.slice(8, 40));
    expect(await world.say(world.telegram.press(8, 'apikey:9e9'))).toEqual([second]);
  });

  it('show the invitation link', async () => {
    const rider = await linked(9);
    const { aff_code } = await world.site.db
      .selectFrom('users')
      .select('aff_code')
      .where('id', '=', rider.id)
      .executeTakeFirstOrThrow();
    expect(await say(9, '/aff')).toEqual([
      `Your invitation link:\nhttps://toll.example/register?aff=${aff_code}\nUsers you invited: 0`,
    ]);
  });

  it('are answered in groups by a button to the private chat, for own commands only', async () => {
    await linked(10, { quota: 5 });
    const group = { chat: -100, type: 'supergroup' };
    for (const text of ['hello', '/other', '/balance@OtherBot'])
      world.telegram.push(world.telegram.message(10, text, group));
    expect(await say(10, '/balance@TollBot', group)).toEqual([
      'Write to me privately, so that only you see your account.',
    ]);
    expect(last()).toMatchObject({
      chat_id: -100,
      reply_markup: { inline_keyboard: [[{ text: 'Open the chat', url: 'https://t.me/TollBot' }]] },
    });
  });

  it('are listed by /help, and a command that is unknown names it', async () => {
    expect(await say(11, '/start')).toEqual([expect.stringContaining('/recharge – Redeem a code')]);
    expect(await say(11, '/nothing')).toEqual(['There is no such command. Send /help for the list.']);
  });

  it('do not work for a disabled account', async () => {
    const rider = await linked(12);
    const input = { username: rider.username, action: 'disable' };
    await world.site.ask(userCalls.manage, { as: root, input });
    expect(await say(12, '/balance')).toEqual([expect.stringContaining('No account')]);
  });

  it('are those of root too, with their markup, and as plain text where it has a fault', async () => {
    const { site, telegram, bot } = world;
    const save = (input: object) => site.ask(telegramMenuCalls.save, { as: root, input });
    const menu = { description: 'Prices of models' };
    await save({ ...menu, command: 'prices', reply_message: '*Bold* and `code`' });
    await save({ ...menu, command: 'broken', reply_message: 'a. *b' });
    await save({ ...menu, command: 'long', parse_mode: 'HTML', reply_message: 'x'.repeat(4096) });

    expect(await say(20, '/prices@TollBot now')).toEqual(['*Bold* and `code`']);
    expect(last()?.parse_mode).toBe('MarkdownV2');
    expect(await say(20, '/broken')).toEqual(['a. *b']);
    expect(last()?.parse_mode).toBeUndefined();
    expect(await say(20, '/long')).toEqual(['x'.repeat(4096)]);
    expect(await say(20, '/help')).toEqual([expect.stringContaining('/prices – Prices of models')]);
    expect(await say(20, '/prices', { chat: -200, type: 'group' })).toEqual([
      expect.stringContaining('Write to me privately'),
    ]);

    const listed = () => telegram.commands.get('')?.map(({ command }) => command);
    expect(listed()).not.toContain('prices');
    await bot.reload();
    expect(listed()?.slice(-4)).toEqual(['help', 'prices', 'broken', 'long']);
  });

  it('are listed within the limits of Telegram, however many root has added', async () => {
    const { site, telegram, bot } = world;
    const values = Array.from({ length: 97 }, (_, index) => ({
      ...{ command: `c${index}`, description: 'x'.repeat(255) },
      ...{ parse_mode: 'HTML' as const, reply_message: 'x' },
    }));
    await site.db.insertInto('telegram_menus').values(values).execute();
    await bot.reload();
    expect(telegram.commands.get('en')).toHaveLength(100);
    const [text = ''] = await say(21, '/help');
    expect(text.length).toBeGreaterThan(3800);
    await site.db.deleteFrom('telegram_menus').execute();
  });
});
