import { modelCalls, optionCalls, role, siteCalls } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { redPng, startPictureHost } from '../../../test/support/picture-host.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { guardedFetch } from '../../platform/net/guarded-fetch.ts';
import { insertOwner } from '../model/model-owner-repository.ts';
import { findPicture, keepPictures } from './picture-repository.ts';

const LIMIT_BYTES = 512 * 1024;
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe.each(databases)('pictures of other hosts on $name', (engine) => {
  let site: TestManagement;
  let host: Awaited<ReturnType<typeof startPictureHost>>;
  let root: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  beforeEach(async () => {
    host = await startPictureHost({
      '/logo.png': redPng,
      '/script.svg': script,
      '/page.png': '<!doctype html><script>alert(1)</script>',
      '/largest.png': Buffer.concat([redPng], LIMIT_BYTES),
      '/large.png': Buffer.concat([redPng], LIMIT_BYTES + 1),
    });
    site.fakes.guardedFetch = host.guardedFetch;
  });
  afterEach(async () => {
    await host.stop();
    await setLogo('');
    await site.db.deleteFrom('model_owners').execute();
    await site.db.deleteFrom('pictures').execute();
  });

  const setLogo = (value: string) =>
    site.ask(optionCalls.update, { as: root, input: { key: 'Logo', value } });
  const shownLogo = async (): Promise<string> => (await site.ask(siteCalls.status)).body.data.logo;
  const saveOwner = (icon: string, id = 1001, call = modelCalls.createOwner) =>
    site.ask(call, { as: admin, input: { id, name: `owner ${id}`, icon } });
  const shownIcon = async (id = 1001): Promise<string> =>
    (await site.ask(modelCalls.ownersById)).body.data[id].icon;
  const get = (url: string) => site.server.inject({ url });
  const keptAddresses = async () =>
    (await site.db.selectFrom('pictures').select('address').orderBy('address').execute()).map(
      ({ address }) => address,
    );

  it('are fetched when the logo is saved, and served from here before anybody signs in', async () => {
    const address = `${host.url}/logo.png`;
    expect((await setLogo(address)).status).toBe(200);

    const shown = await shownLogo();
    expect(shown).toMatch(/^\/api\/picture\/[0-9a-f]{64}$/);
    const answer = await get(shown);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(redPng);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const options = (await site.ask(optionCalls.list, { as: admin })).body.data;
    expect(options).toContainEqual(expect.objectContaining({ key: 'Logo', value: address }));
  });

  it('are fetched for an owner, whose form keeps the address', async () => {
    const address = `${host.url}/logo.png`;
    expect((await saveOwner(address)).status).toBe(200);

    expect((await get(await shownIcon())).rawPayload).toEqual(redPng);
    expect(await shownIcon()).toBe(
      (await site.ask(modelCalls.owners)).body.data.find(({ id }: { id: number }) => id === 1001).icon,
    );
    const { body } = await site.ask(modelCalls.owner, { as: admin, params: { id: 1001 } });
    expect(body.data.icon).toBe(address);
  });

  it('are not fetched again while one is kept, and never by looking at them', async () => {
    const address = `${host.url}/logo.png`;
    await setLogo(address);
    host.files['/logo.png'] = script;
    await setLogo(address);
    await saveOwner(address);
    await saveOwner(address, 1001, modelCalls.updateOwner);
    await get(await shownLogo());

    expect(host.asked).toEqual(['/logo.png']);
    expect(await shownIcon()).toBe(await shownLogo());
  });

  it('stop being served once nothing names them', async () => {
    await setLogo(`${host.url}/logo.png`);
    await saveOwner(`${host.url}/logo.png`);
    const shown = await shownLogo();

    await setLogo(`${host.url}/script.svg`);
    expect((await get(shown)).statusCode).toBe(200);
    await site.ask(modelCalls.removeOwner, { as: admin, params: { id: 1001 } });
    expect(await get(shown)).toMatchObject({ statusCode: 404 });
    expect((await get(await shownLogo())).statusCode).toBe(200);
    await setLogo('/logo.svg');
    expect(await shownLogo()).toBe('/logo.svg');
    expect(await keptAddresses()).toEqual([]);

    await setLogo(`${host.url}/logo.png`);
    expect(host.asked).toEqual(['/logo.png', '/script.svg', '/logo.png']);
  });

  it('stay while somebody names the copy itself', async () => {
    await saveOwner(`${host.url}/logo.png`);
    const shown = await shownIcon();

    await saveOwner(shown, 1001, modelCalls.updateOwner);

    expect(await shownIcon()).toBe(shown);
    expect((await get(shown)).statusCode).toBe(200);
  });

  it('may be SVG files, whose scripts cannot run', async () => {
    await setLogo(`${host.url}/script.svg`);

    const { headers, payload } = await get(await shownLogo());

    expect(payload).toBe(script);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
    });
  });

  it.each([
    ['page.png', 502, 'picture.unreadable'],
    ['large.png', 502, 'picture.too_large'],
    ['absent.png', 502, 'picture.unreachable'],
  ])('are refused: /%s', async (path, status, code) => {
    await setLogo('/before.svg');
    const refused = (field: string) => ({ status, body: { code, fields: [{ field, code }] } });

    expect(await setLogo(`${host.url}/${path}`)).toMatchObject(refused('Logo'));
    expect(await saveOwner(`${host.url}/${path}`)).toMatchObject(refused('icon'));

    expect(await shownLogo()).toBe('/before.svg');
    expect((await site.ask(modelCalls.owner, { as: admin, params: { id: 1001 } })).status).toBe(404);
    expect(await keptAddresses()).toEqual([]);
  });

  it('are refused in private networks, for root too', async () => {
    site.fakes.guardedFetch = guardedFetch;
    const code = 'picture.private_network';
    expect(await setLogo(`${host.url}/logo.png`)).toMatchObject({
      status: 400,
      body: { code, fields: [{ field: 'Logo', code }] },
    });
    expect(host.asked).toEqual([]);
  });

  it('may have 512 KiB', async () => {
    expect((await setLogo(`${host.url}/largest.png`)).status).toBe(200);
  });

  it('are not fetched where another option of the same change is refused', async () => {
    const options = [
      { key: 'Logo', value: `${host.url}/logo.png` },
      { key: 'RetryTimes', value: '-1' },
    ];
    const refused = await site.ask(optionCalls.updateMany, { as: root, input: { options } });
    expect(refused.body.fields).toEqual([{ field: 'RetryTimes', code: 'too_small' }]);
    expect(host.asked).toEqual([]);
  });

  it('are 200 at most', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => 2000 + index);
    const address = (id: number) => `${host.url}/${id}.png`;
    const row = { hash: 'x', content_type: 'image/png', fetched_time: 1, bytes: redPng };
    for (const id of ids) {
      await site.db
        .insertInto('model_owners')
        .values({ id, name: 'x', icon: address(id) })
        .execute();
      await site.db
        .insertInto('pictures')
        .values({ ...row, address: address(id) })
        .execute();
    }
    const code = 'picture.too_many';
    expect(await saveOwner(`${host.url}/logo.png`)).toMatchObject({ status: 409, body: { code } });
    expect(await shownIcon(2000)).toBe('/api/picture/x');
    expect((await site.ask(modelCalls.ownersById)).body.data).not.toHaveProperty('1001');

    await site.ask(modelCalls.removeOwner, { as: admin, params: { id: 2000 } });
    expect((await saveOwner(`${host.url}/logo.png`)).status).toBe(200);
    expect(await keptAddresses()).toHaveLength(200);
  });

  it('are drawn as if there were none where no copy is kept', async () => {
    await setLogo(`${host.url}/logo.png`);
    await saveOwner(`${host.url}/logo.png`);
    await site.db.deleteFrom('pictures').execute();

    expect(await shownLogo()).toBe('');
    expect(await shownIcon()).toBe('');
  });

  it('are unknown under any other name', async () => {
    for (const name of ['0'.repeat(64), 'x', '..%2f..%2fetc', '']) {
      expect(await get(`/api/picture/${name}`)).toMatchObject({ statusCode: 404 });
    }
  });

  it('stay where one change names a picture while another one lets go of it', async () => {
    const address = `${host.url}/logo.png`;
    await saveOwner(address);
    const shown = await shownIcon();
    const picture = await findPicture(site.db, address);
    let removed: Promise<{ status: number }> | undefined;
    let isRemoved = false;

    await site.db.transaction().execute(async (trx) => {
      await insertOwner(trx, { id: 1002, name: 'x', icon: address });
      await keepPictures(trx, picture ? [picture] : []);
      removed = site.ask(modelCalls.removeOwner, { as: admin, params: { id: 1001 } });
      void removed.then(() => {
        isRemoved = true;
      });
      // In SQLite it waits for the file, and nobody else can ask.
      if (engine.name === 'PostgreSQL') await waitUntil(async () => isRemoved || (await isSomebodyWaiting()));
    });

    expect(await removed).toMatchObject({ status: 200 });
    expect((await get(shown)).statusCode).toBe(200);
  });

  const isSomebodyWaiting = async () => {
    const { rows } =
      await sql`select 1 from pg_locks join pg_database on oid = database where datname = current_database() and not granted`.execute(
        site.db,
      );
    return rows.length > 0;
  };
});

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue()));
}
