import { type Call, role, userCalls } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { redPng, startPictureHost } from '../../../test/support/picture-host.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { guardedFetch } from '../../platform/net/guarded-fetch.ts';
import { listUsers } from './user-list.ts';

const otherPng = Buffer.concat([redPng, Buffer.from('other')]);
const KEPT = /^\/api\/picture\/[0-9a-f]{64}$/;

describe.each(databases)('avatars on $name', (engine) => {
  let site: TestManagement;
  let host: Awaited<ReturnType<typeof startPictureHost>>;
  let root: Person;
  let admin: Person;
  let ann: Person;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  beforeEach(async () => {
    host = await startPictureHost({
      '/ann.png': redPng,
      '/other.png': otherPng,
      '/page.png': '<!doctype html>',
    });
    site.fakes.guardedFetch = host.guardedFetch;
    ann = await site.seed.person(`ann${++people}`);
  });
  afterEach(async () => {
    await host.stop();
    await site.db.updateTable('users').set({ avatar_url: '' }).execute();
    await site.db.deleteFrom('pictures').execute();
  });

  const { login, self, changeSelf, list, get, update, remove, batch } = userCalls;
  const change = (
    input: object,
    {
      as = admin,
      id = ann.id,
      headers = {},
    }: { as?: Person; id?: number; headers?: Record<string, string> } = {},
  ) => site.ask(update, { as, input: { id, ...input }, headers });
  const read = async (call: Call, asked: Parameters<TestManagement['ask']>[1] = {}) =>
    (await site.ask(call, asked)).body.data;
  const form = () => read(get, { as: admin, params: { id: ann.id } });
  const ownAvatar = async (): Promise<string> => (await read(self, { as: ann })).avatar_url;
  const served = (url: string) => site.server.inject({ url });
  const keptAddresses = async () =>
    (await site.db.selectFrom('pictures').select('address').execute()).map(({ address }) => address);

  it('of another host are fetched once and shown wherever the account is, from here', async () => {
    const address = `${host.url}/ann.png`;
    const changed = await change({ avatar_url: address });
    expect(changed).toMatchObject({ status: 200, body: { data: { avatar_source: address } } });

    const shown = await ownAvatar();
    expect(shown).toMatch(KEPT);
    const { statusCode, rawPayload } = await served(shown);
    expect({ statusCode, rawPayload }).toEqual({ statusCode: 200, rawPayload: redPng });
    const inList = (await read(list, { as: admin, query: { keyword: ann.username } })).data;
    const signedIn = await read(login, { input: { username: ann.username, password: PASSWORD } });
    for (const account of [changed.body.data, ...inList, signedIn, await form()]) {
      expect(account).toMatchObject({ id: ann.id, avatar_url: shown });
    }
    await change({ avatar_url: address });
    expect(host.asked).toEqual(['/ann.png']);
  });

  it('show the address that was given only where an administrator reads one account', async () => {
    const address = `${host.url}/ann.png`;
    await change({ avatar_url: address });

    expect((await form()).avatar_source).toBe(address);
    const inList = (await read(list, { as: admin, query: { keyword: ann.username } })).data;
    for (const account of [await read(self, { as: ann }), ...inList]) {
      expect(JSON.stringify(account)).not.toContain(host.url);
    }
  });

  it('stay through other changes, also where an account is sent back as it was read', async () => {
    await change({ avatar_url: `${host.url}/ann.png` });
    const before = await form();

    expect((await change({ display_name: 'Ann' })).status).toBe(200);
    expect((await change(before)).status).toBe(200);

    expect(await form()).toMatchObject({
      avatar_url: before.avatar_url,
      avatar_source: before.avatar_source,
    });
    expect((await served(before.avatar_url)).statusCode).toBe(200);
  });

  it('may be pictures of this site or inside the address, which are shown as they are', async () => {
    for (const avatar_url of ['/pictures/ann.svg', 'data:image/png;base64,iVBO', '']) {
      expect(await change({ avatar_url: ` ${avatar_url} ` })).toMatchObject({ status: 200 });
      expect(await form()).toMatchObject({ avatar_url, avatar_source: avatar_url });
    }
    expect(host.asked).toEqual([]);
  });

  it.each([
    ['of whatever scheme', '//elsewhere.example/ann.png', 'invalid_picture'],
    ['a script', 'javascript:alert(1)', 'invalid_picture'],
    ['a name', 'openai', 'invalid_picture'],
    ['501 characters', 'https://elsewhere.example/'.padEnd(501, 'x'), 'too_big'],
  ])('are refused: %s', async (_what, avatar_url, code) => {
    expect(await change({ avatar_url })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'avatar_url', code }] },
    });
  });

  it('are refused in private networks and where they are no picture, and nothing else is changed', async () => {
    await change({ avatar_url: '/before.svg' });
    const refused = (status: number, code: string) => ({
      ...{ status, body: { code, fields: [{ field: 'avatar_url', code }] } },
    });

    const notOne = await change({ avatar_url: `${host.url}/page.png`, display_name: 'Ann' });
    expect(notOne).toMatchObject(refused(502, 'picture.unreadable'));
    site.fakes.guardedFetch = guardedFetch;
    const inPrivate = await change({ avatar_url: `${host.url}/ann.png`, display_name: 'Ann' });
    expect(inPrivate).toMatchObject(refused(400, 'picture.private_network'));

    expect(await form()).toMatchObject({ avatar_url: '/before.svg', display_name: ann.username });
    expect(host.asked).toEqual(['/page.png']);
  });

  it('stop being served when another one or none takes their place', async () => {
    await change({ avatar_url: `${host.url}/ann.png` });
    const first = await ownAvatar();
    await change({ avatar_url: `${host.url}/other.png` });
    const second = await ownAvatar();
    expect((await served(first)).statusCode).toBe(404);
    expect((await served(second)).rawPayload).toEqual(otherPng);

    await change({ avatar_url: '' });

    expect(await ownAvatar()).toBe('');
    expect((await served(second)).statusCode).toBe(404);
    expect(await keptAddresses()).toEqual([]);
  });

  it.each<[string, () => Promise<{ status: number }>]>([
    ['by itself', () => site.ask(remove, { as: admin, params: { id: ann.id } })],
    ['with others', () => site.ask(batch, { as: admin, input: { ids: [ann.id], action: 'delete' } })],
  ])('are removed with the last account that has them, deleted %s', async (_how, deleteAnn) => {
    const bob = await site.seed.person(`bob${people}`);
    const avatar_url = `${host.url}/ann.png`;
    await change({ avatar_url });
    await change({ avatar_url }, { id: bob.id });
    const shown = await ownAvatar();

    await site.ask(remove, { as: admin, params: { id: bob.id } });
    expect((await served(shown)).statusCode).toBe(200);
    expect((await deleteAnn()).status).toBe(200);

    expect((await served(shown)).statusCode).toBe(404);
    expect(await keptAddresses()).toEqual([]);
  });

  it('are set by administrators, for accounts below their role; nobody else makes the gateway fetch', async () => {
    const avatar_url = `${host.url}/ann.png`;
    const other = await site.seed.person(`other${people}`, { role: role.admin });

    expect((await change({ avatar_url }, { as: ann })).status).toBe(403);
    expect((await site.ask(changeSelf, { as: ann, input: { avatar_url } })).status).toBe(200);
    const tooHigh = { status: 403, body: { code: 'user.role_too_high' } };
    expect(await change({ avatar_url }, { id: other.id })).toMatchObject(tooHigh);

    expect(await ownAvatar()).toBe('');
    expect(host.asked).toEqual([]);
    const byRoot = await change({ avatar_url }, { as: root, id: other.id });
    expect(byRoot.body.data.avatar_url).toMatch(KEPT);
  });

  it('are part of the state that a change begins from', async () => {
    const { etag } = await form();
    const ifMatch = { headers: { 'if-match': etag } };
    expect((await change({ avatar_url: `${host.url}/ann.png` }, ifMatch)).status).toBe(200);

    expect(await change({ avatar_url: `${host.url}/other.png` }, ifMatch)).toMatchObject({
      status: 412,
      body: { code: 'request.changed_meanwhile' },
    });
    expect(await keptAddresses()).toEqual([`${host.url}/ann.png`]);
    // One state for every reader, whatever each is shown.
    expect((await read(self, { as: ann })).etag).toBe((await form()).etag);
  });

  it('are drawn as if there were none where no copy is kept, and can be taken away', async () => {
    await change({ avatar_url: `${host.url}/ann.png` });
    await site.db.deleteFrom('pictures').execute();
    expect(await form()).toMatchObject({ avatar_url: '', avatar_source: `${host.url}/ann.png` });

    await change({ avatar_url: '' });

    expect((await form()).avatar_source).toBe('');
  });

  it('are read with the page of a list, not one by one', async () => {
    await change({ avatar_url: `${host.url}/ann.png` });
    let statements = 0;
    const counted = site.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });

    const context = { timeZone: undefined, nowSeconds: site.now(), lowBalance: 0 };
    const { data } = await listUsers(counted, { page: 1, size: 100 }, context);

    expect(data.find(({ id }) => id === ann.id)?.avatar_url).toMatch(KEPT);
    // The page, the number of all, and seven for the facts about all accounts of the page.
    expect(statements).toBe(9);
  });
});
