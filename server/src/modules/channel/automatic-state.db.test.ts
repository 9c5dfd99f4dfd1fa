import {
  channelCalls,
  channelKeyCalls,
  channelStatus,
  optionCalls,
  parseGatewayNote,
  role,
} from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { disableAfterFailure } from './automatic-state.ts';
import { runDueTests } from './scheduled-tests.ts';

const { enabled, disabled, autoDisabled } = channelStatus;

describe.each(databases)('channels and keys that fail on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());
  beforeEach(() => {
    site.fakes.testChannel = async () => ({ timeSeconds: 0.2 });
  });

  const make = async (keys = ['sk-one']) => {
    const input = { type: 8, name: 'c', base_url: 'https://x.example', models: 'm', key: keys[0] };
    const { id } = (await site.ask(channelCalls.create, { as: admin, input })).body.data;
    if (keys.length > 1)
      await site.ask(channelKeyCalls.add, {
        as: admin,
        params: { id },
        input: { keys: keys.slice(1).join('\n') },
      });
    return id as number;
  };
  const keysOf = async (id: number): Promise<{ id: number; status: number }[]> =>
    (await site.ask(channelKeyCalls.list, { as: admin, params: { id } })).body.data;
  const statesOf = async (id: number) => ({
    channel: (await site.ask(channelCalls.get, { as: admin, params: { id } })).body.data.status,
    keys: (await keysOf(id)).map(({ status }) => status),
  });
  const fail = (channelId: number, keyId: number, code = 'upstream.key_refused') => {
    const { db, clock, jobRunner, changes } = site.deps;
    return disableAfterFailure(
      { db, clock, jobRunner, routingChanged: () => changes.routingChanged() },
      { channelId, keyId, code },
    );
  };
  const notesOf = async (id: number) =>
    (await site.db.selectFrom('logs').select('content').orderBy('id').execute())
      .map(({ content }) => parseGatewayNote(content))
      .filter((note) => note?.about === 'channelState' && note.channelId === id);
  const setOptions = async (values: Record<string, string>) => {
    const root = await site.root();
    for (const [key, value] of Object.entries(values))
      await site.ask(optionCalls.update, { as: root, input: { key, value } });
  };
  const test = () => runDueTests(site.deps, new AbortController().signal);

  it('lose one key after the other, and the channel with the last one', async () => {
    const id = await make(['sk-one', 'sk-two']);
    const [one, two] = (await keysOf(id)).map((key) => key.id);
    expect(await fail(id, one ?? 0)).toBe(true);
    expect(await statesOf(id)).toEqual({ channel: enabled, keys: [autoDisabled, enabled] });
    expect(await fail(id, one ?? 0)).toBe(false);
    expect(await fail(id, two ?? 0)).toBe(true);
    expect(await statesOf(id)).toEqual({ channel: autoDisabled, keys: [autoDisabled, autoDisabled] });
    expect(site.changed.at(-1)).toBe('routing');
    const code = 'upstream.key_refused';
    expect(await notesOf(id)).toEqual(
      [one, two, 0].map((keyId) => ({ about: 'channelState', state: 'off', channelId: id, keyId, code })),
    );
  });

  it('are turned off once by many calls', async () => {
    const id = await make();
    const [key] = await keysOf(id);
    const changed = await Promise.all(Array.from({ length: 8 }, () => fail(id, key?.id ?? 0)));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await notesOf(id)).toHaveLength(2);
  });

  it('are tested and turned on again if the gateway turned them off, never if a person did', async () => {
    const byGateway = await make(['sk-gateway']);
    const byPerson = await make(['sk-person']);
    const keyByPerson = await make(['sk-a', 'sk-b']);
    const [key] = await keysOf(byGateway);
    await fail(byGateway, key?.id ?? 0);
    await site.ask(channelCalls.batch, { as: admin, input: { ids: [byPerson], action: 'disable' } });
    const [first, second] = await keysOf(keyByPerson);
    await site.ask(channelKeyCalls.batch, {
      as: admin,
      params: { id: keyByPerson },
      input: { ids: [first?.id], action: 'disable' },
    });
    await fail(keyByPerson, second?.id ?? 0);
    const tested: string[] = [];
    site.fakes.testChannel = async ({ channelKey }) => {
      tested.push(channelKey);
      return { timeSeconds: 0.2 };
    };
    await test();
    expect(tested).toEqual([]);
    await setOptions({ AutomaticEnableChannelEnabled: 'true' });
    await test();
    expect(tested).toEqual(expect.arrayContaining(['sk-b', 'sk-gateway']));
    for (const key of ['sk-a', 'sk-person']) expect(tested).not.toContain(key);
    expect(await statesOf(byGateway)).toEqual({ channel: enabled, keys: [enabled] });
    expect(await statesOf(byPerson)).toMatchObject({ channel: disabled });
    expect(await statesOf(keyByPerson)).toEqual({ channel: enabled, keys: [disabled, enabled] });
    expect((await notesOf(byGateway)).at(-1)).toMatchObject({ state: 'on', keyId: 0, code: '' });
    await setOptions({ AutomaticEnableChannelEnabled: 'false' });
  });

  it('stay off while their tests fail, and are tested as often as the option says', async () => {
    await setOptions({ AutomaticEnableChannelEnabled: 'true', DisabledChannelTestMinutes: '10' });
    const id = await make();
    const [key] = await keysOf(id);
    await fail(id, key?.id ?? 0);
    let tests = 0;
    site.fakes.testChannel = async () => {
      tests += 1;
      throw new GatewayError('upstream.key_refused');
    };
    site.passTime(700);
    await test();
    await test();
    expect(tests).toBe(1);
    expect(await statesOf(id)).toMatchObject({ channel: autoDisabled });
    site.passTime(601);
    await test();
    expect(tests).toBe(2);
    await setOptions({ AutomaticEnableChannelEnabled: 'false' });
  });

  it('are turned off on an empty balance, where the option is on', async () => {
    const id = await make();
    site.fakes.inquiries.readBalance = async () => ({ amount: 0, currency: 'USD' });
    await site.ask(channelCalls.updateBalance, { as: admin, params: { id } });
    expect(await statesOf(id)).toMatchObject({ channel: enabled });
    await setOptions({ AutomaticDisableChannelEnabled: 'true' });
    await site.ask(channelCalls.updateBalance, { as: admin, params: { id } });
    expect(await statesOf(id)).toMatchObject({ channel: autoDisabled });
    expect(await notesOf(id)).toMatchObject([{ code: 'upstream.out_of_credit', keyId: 0 }]);
    await setOptions({ AutomaticDisableChannelEnabled: 'false' });
  });

  it('are turned off by a scheduled test that fails or is too slow', async () => {
    const [slow, quick] = [await make(['sk-slow']), await make(['sk-quick'])];
    site.fakes.testChannel = async ({ channelKey }) => ({ timeSeconds: channelKey === 'sk-slow' ? 6 : 4 });
    await setOptions({ ChannelTestMinutes: '60', ChannelDisableThreshold: '5' });
    await test();
    expect(await statesOf(slow)).toMatchObject({ channel: enabled });
    await setOptions({ AutomaticDisableChannelEnabled: 'true' });
    site.passTime(3601);
    await test();
    expect(await statesOf(slow)).toMatchObject({ channel: autoDisabled });
    expect(await statesOf(quick)).toMatchObject({ channel: enabled });
    expect(await notesOf(slow)).toMatchObject([{ code: 'channel.test_too_slow', keyId: 0, state: 'off' }]);
  });
});
