import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { accessTokenCalls, channelCalls, optionCalls, priceCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../test/support/ask-confirmed.ts';
import { anyDatabase } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { systemClock } from '../platform/clock.ts';
import { registerMcp } from './mcp-route.ts';

describe.each(anyDatabase)('a client of the Model Context Protocol on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let url: URL;
  const open: Client[] = [];
  beforeAll(async () => {
    site = await startTestManagement(engine, {
      watch: (server) =>
        registerMcp(server, {
          options: site?.options ?? late,
          clock: { ...systemClock, nowSeconds: () => site.now() },
        }),
    });
    const address = await site.server.listen({ port: 0, host: '127.0.0.1' });
    url = new URL('/mcp', address);
    ann = await site.seed.person('ann', { quota: 5_000_000 });
    const admin = await site.seed.person('admin', { role: role.admin });
    const input = { type: 1000, name: 'Secret channel', key: '', models: 'gpt-5,claude-x', group: 'default' };
    await site.ask(channelCalls.create, { as: admin, input });
    for (const model of ['gpt-5', 'claude-x'])
      await site.ask(priceCalls.create, {
        as: admin,
        input: { model, type: 'tokens', channel_type: 1000, input: 1, output: 2 },
      });
  });
  /** The options of the site, which exists once its routes do. */
  const late = {
    flag: (name: 'McpEnabled') => site.options.flag(name),
    text: (name: 'SystemName') => site.options.text(name),
    number: (name: 'WebSearchResults') => site.options.number(name),
  } as never;
  afterAll(async () => {
    await Promise.all(open.map((client) => client.close()));
    await site.stop();
  });

  const turn = async (value: 'true' | 'false') =>
    site.ask(optionCalls.update, { as: await site.root(), input: { key: 'McpEnabled', value } });
  const tokenOf = async (person: Person, scope: 'read' | 'own'): Promise<string> => {
    const input = { name: scope, scope, expires_time: 0 };
    return (await askConfirmed(site.ask, accessTokenCalls.create, { as: person, input })).body.data.token;
  };
  const connect = async (token: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    open.push(client);
    return client;
  };
  const use = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [{ text }] = content as [{ text: string }];
    return isError === true ? text : JSON.parse(text);
  };

  it('is refused while the option is off, and without a valid token', async () => {
    const token = await tokenOf(ann, 'read');
    await expect(connect(token)).rejects.toThrow(/404|no address/);
    await turn('true');
    await expect(connect('x'.repeat(32))).rejects.toThrow();
    const bare = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(bare.status).toBe(401);
    expect((await fetch(url)).status).toBe(405);
  });

  it('lists tools, and reads the account of its token alone', async () => {
    const client = await connect(await tokenOf(ann, 'read'));
    expect(client.getServerVersion()).toMatchObject({ version: expect.any(String) });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['get_account', 'list_models', 'get_usage', 'list_calls', 'list_keys', 'quote_call'],
      ...['create_key', 'set_key_status', 'delete_key', 'calculator', 'current_time'],
    ]);
    expect(await use(client, 'get_account')).toMatchObject({ username: 'ann', quota: 5_000_000 });
    expect(Object.keys(await use(client, 'list_models', { search: 'GPT' }))).toEqual(['gpt-5']);
    expect(await use(client, 'get_usage', { days: 3 })).toEqual(expect.any(Array));
    expect(await use(client, 'list_calls')).toMatchObject({ data: [] });
    expect(JSON.stringify(await use(client, 'list_models'))).not.toContain('Secret channel');
  });

  it('changes nothing with a token that may only read', async () => {
    const client = await connect(await tokenOf(ann, 'read'));
    expect(await use(client, 'create_key', { name: 'sneaky' })).toMatch(/token|scope|only/i);
    expect(await use(client, 'list_keys')).toMatchObject({ total_count: 0 });
  });

  it('makes, quotes by, turns off and deletes a key', async () => {
    const client = await connect(await tokenOf(ann, 'own'));
    const made = await use(client, 'create_key', { name: 'bot', points: 1000, models: ['gpt-5'] });
    expect(made).toMatchObject({ key: expect.stringMatching(/^sk-/), remain_quota: 1000 });
    const body = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 };
    expect(await use(client, 'quote_call', { token_id: made.id, body })).toMatchObject({
      most: expect.any(Number),
    });
    await use(client, 'set_key_status', { id: made.id, enabled: false });
    const keys = await use(client, 'list_keys');
    expect(keys.data).toMatchObject([{ name: 'bot', status: 2 }]);
    expect(JSON.stringify(keys)).not.toContain(made.key);
    await use(client, 'delete_key', { id: made.id });
    expect(await use(client, 'list_keys')).toMatchObject({ total_count: 0 });
    expect(await use(client, 'delete_key', { id: made.id })).toMatch(/no such/i);
  });

  it('computes and says the time', async () => {
    const client = await connect(await tokenOf(ann, 'read'));
    const compute = (operation: string, x: number, y: number) =>
      use(client, 'calculator', { operation, x, y });
    expect(await compute('add', 0.1, 0.2)).toBe(0.3);
    expect(await compute('subtract', 5, 7)).toBe(-2);
    expect(await compute('multiply', 12.5, 4)).toBe(50);
    expect(await compute('divide', 1, 8)).toBe(0.125);
    expect(await compute('divide', 1, 0)).toBe('There is no such number.');
    expect(await use(client, 'current_time')).toEqual({
      utc: new Date(site.now() * 1000).toISOString().replace('.000', ''),
      epoch_seconds: site.now(),
    });
  });

  it('searches the web while the site has an engine, with a token that may spend', async () => {
    const reader = await connect(await tokenOf(ann, 'read'));
    const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(reader)).not.toContain('web_search');
    const set = (key: string, value: string) => ({ key, value });
    await site.ask(optionCalls.updateMany, {
      as: await site.root(),
      input: { options: [set('WebSearchEngine', 'brave'), set('WebSearchKey', 'brave-key')] },
    });

    expect(await names(reader)).toContain('web_search');
    expect(await use(reader, 'web_search', { query: 'toll roads' })).toMatch(/scope/i);
    const client = await connect(await tokenOf(ann, 'own'));
    expect(await use(client, 'web_search', { query: 'toll roads', results: 3 })).toEqual({
      results: [{ title: 'toll roads', url: 'https://found.example/', text: 'Found.' }],
      points: 5,
    });
  });

  it('gets the headers of every answer, and none for several messages at once', async () => {
    const token = await tokenOf(ann, 'read');
    const post = (body: object) =>
      fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
      });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const [body, status] of [
      [list, 200],
      [[list, cancel], 400],
    ] as const) {
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-request-id')).toMatch(/./);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('gets an error for input that a tool does not take', async () => {
    const client = await connect(await tokenOf(ann, 'own'));
    const answer = await client.callTool({ name: 'delete_key', arguments: { id: 'all' } }).catch(String);
    expect(JSON.stringify(answer)).toMatch(/invalid|expected/i);
    expect(await use(client, 'create_key', { name: 'bot', expires_at: -7 })).toMatch(/expired_time/);
  });
});
