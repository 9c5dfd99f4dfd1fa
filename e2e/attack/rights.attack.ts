import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { calls, sessionCalls, userCalls } from '@turnpike/contract';
import { expect } from 'vitest';
import { PASSWORD, ROOT_NAME, Visitor } from '../support/site.ts';
import { type AttackSite, attack, EFFORT } from './attack-site.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };
const notByToken = { status: 403, body: { code: 'access_token.not_allowed' } };
const tooHigh = { status: 403, body: { code: 'user.role_too_high' } };
const role = { common: 1, admin: 10, root: 100 };

attack(
  'takes accounts over by a found access token, and keeps what a new password should end',
  async (site) => {
    const { url } = site.turnpike;
    const ann = await site.account('ann');
    const found = await ann.person.script();
    const ofRoot = await site.root.script();
    const password = 'chosen by a thief';

    for (const token of [found, ofRoot]) {
      for (const input of [{ password, current_password: PASSWORD }, { password }])
        expect(await token.ask('PUT', '/api/user/self', input)).toMatchObject(notByToken);
      for (const { method, path } of Object.values(sessionCalls)) {
        const answer = await token.ask(method, path.replace(':id', '0123456789abcdef'));
        expect({ path, ...answer }).toMatchObject(notByToken);
      }
    }
    for (const id of [site.root.id, ann.person.id]) {
      for (const input of [
        { password },
        { password, current_password: PASSWORD },
        { username: 'thief' },
        { email: 'thief@example.com' },
      ])
        expect(await ofRoot.ask('PUT', '/api/user/', { id, ...input })).toMatchObject(notByToken);
    }
    for (const given of [role.admin, role.root])
      expect((await ofRoot.ask('PUT', '/api/user/', { id: ann.person.id, role: given })).status).toBe(403);
    const promotion = { username: 'ann', action: 'promote' };
    expect(await ofRoot.ask('POST', '/api/user/manage', promotion)).toMatchObject(notByToken);
    const accomplice = { username: 'thief', password, role: role.admin };
    expect(await ofRoot.ask('POST', '/api/user/', accomplice)).toMatchObject(notByToken);
    for (const name of ['ann', ROOT_NAME]) await Visitor.signIn(url, name);

    const elsewhere = await Visitor.signIn(url, 'ann');
    const own = { password: 'the second password', current_password: PASSWORD };
    expect((await ann.person.ask('PUT', '/api/user/self', own)).status).toBe(200);
    expect(await statusesOf([ann.person, elsewhere, found])).toEqual([200, 401, 401]);
    await expectRefusedSignIn(url, 'ann', PASSWORD);

    const later = await ann.person.script(own.password);
    const reset = { id: ann.person.id, password: 'the third password' };
    expect((await site.root.ask('PUT', '/api/user/', reset)).status).toBe(200);
    expect(await statusesOf([ann.person, elsewhere, found, later])).toEqual([401, 401, 401, 401]);
    await expectRefusedSignIn(url, 'ann', own.password);
    // The keys of programs are not sign-ins.
    expect((await site.chat(ann.tokenKey, hello)).status).toBe(200);
    await Visitor.signIn(url, 'ann', reset.password);

    await takeManyKeys(site);
  },
);

/** More keys than a user may have, one by one and at once. */
async function takeManyKeys(site: AttackSite): Promise<void> {
  const limit = 5;
  await site.root.call('PUT', '/api/option/', { key: 'MaxTokensPerUser', value: String(limit) });
  const { person } = await site.account('hoarder');
  const one = { name: 'one more', expired_time: -1, remain_quota: 0, unlimited_quota: true };
  const tries = Array.from({ length: 20 * EFFORT }, () => person.ask('POST', '/api/token/', one));
  const answers = [...(await Promise.all(tries)), await person.ask('POST', '/api/token/', one)];

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit - 1);
  for (const answer of answers)
    if (answer.status !== 200)
      expect(answer).toMatchObject({ status: 409, body: { code: 'token.too_many' } });
  expect(await person.ask('POST', '/api/token/playground')).toMatchObject({ status: 409 });
  const list = await person.call<{ total_count: number }>('GET', '/api/token/');
  expect(list.total_count).toBe(limit);
}

attack('reaches for root and other administrators, and goes on after losing the role', async (site) => {
  const { person: mallory, tokenKey } = await site.account('mallory');
  const { person: rival } = await site.account('rival');
  for (const username of ['mallory', 'rival'])
    await site.root.call('POST', '/api/user/manage', { username, action: 'promote' });
  const script = await mallory.script();

  const stored = async (id: number) => {
    const { last_login_time, ...row } = await site.root.call<Record<string, unknown>>(
      'GET',
      `/api/user/${id}`,
    );
    return row;
  };
  for (const [id, username] of [
    [site.root.id, ROOT_NAME],
    [rival.id, 'rival'],
  ] as const) {
    const before = await stored(id);
    for (const thief of [mallory, script]) {
      for (const ask of waysToAnAccount({ id, username })) {
        const { status, body } = await ask(thief);
        const refused = status === 403 ? body.code : body.data?.failed?.[0]?.code;
        expect({ refused, body }).toMatchObject({
          refused: expect.stringMatching(/role_too_high|not_allowed/),
        });
      }
    }
    expect(await stored(id)).toEqual(before);
  }
  for (const input of [{ role: role.root }, { status: 2 }, { group: 'vip' }, { password: PASSWORD }])
    expect(await mallory.ask('PUT', '/api/user/', { id: mallory.id, ...input })).toMatchObject(tooHigh);
  expect(await mallory.ask('POST', `/api/user/quota/${mallory.id}`, { quota: 5 })).toMatchObject(tooHigh);
  for (const { method, path, access } of Object.values(calls).flatMap((group) => Object.values(group)))
    if (access === 'root')
      expect({ path, ...(await mallory.ask(method, path.replace(/:\w+/g, '1'))) }).toMatchObject({
        status: 403,
      });

  for (const action of ['demote', 'disable']) {
    const username = action === 'demote' ? 'mallory' : 'rival';
    const lost = action === 'demote' ? mallory : rival;
    const bystander = await site.root.call<{ id: number }>('POST', '/api/user/', {
      ...{ username: `by-${action}`, password: PASSWORD },
    });
    const held = await Promise.all(
      callsOfAnAdministrator(bystander.id, action).map(([method, path, input]) =>
        holdCall(lost, { url: site.turnpike.url, method, path, input }),
      ),
    );
    // Answered after those have come to the gateway.
    expect((await lost.ask('GET', '/api/user/')).status).toBe(200);

    await site.root.call('POST', '/api/user/manage', { username, action });

    const atTheEnd = await stored(bystander.id);
    const answers = await Promise.all(held.map((finish) => finish()));
    expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
    expect(await stored(bystander.id)).toEqual(atTheEnd);
    expect((await lost.ask('GET', '/api/user/self')).status).toBe(401);
    await site.root.call('POST', '/api/user/manage', { username, action: 'enable' });
    expect((await lost.ask('GET', '/api/user/')).status).toBe(401);
  }
  expect((await script.ask('GET', '/api/user/')).status).toBe(401);
  const again = await Visitor.signIn(site.turnpike.url, 'mallory');
  expect((await again.ask('GET', '/api/user/')).status).toBe(403);
  expect((await site.chat(tokenKey, hello)).status).toBe(200);
  const channels = await site.root.call<{ data: { name: string }[] }>('GET', '/api/channel/');
  expect(channels.data.map(({ name }) => name)).toEqual(['upstream']);
});

type Ask = (thief: Visitor) => ReturnType<Visitor['ask']>;

/** Every call of the contract that names one account or several. */
function waysToAnAccount({ id, username }: { id: number; username: string }): Ask[] {
  const password = 'chosen by a thief';
  const inputs: Record<string, object[]> = {
    get: [{}],
    remove: [{}],
    update: [
      { password },
      { display_name: 'mine' },
      { username: 'mine' },
      { email: 'thief@example.com' },
      { role: role.common },
      { status: 2 },
      { group: 'vip' },
    ].map((change) => ({ id, ...change })),
    manage: ['enable', 'disable', 'delete', 'promote', 'demote'].map((action) => ({ username, action })),
    batch: ['enable', 'disable', 'delete', 'set_group'].map((action) => ({
      ...{ ids: [id], action, group: 'vip' },
    })),
    changeQuota: [{ quota: 5 }, { quota: -5 }],
  };
  const ofNobody = ['list', 'exportCsv', 'create'];
  const ways = Object.entries(userCalls).filter(
    ([name, { access }]) => access === 'admin' && !ofNobody.includes(name),
  );
  expect(ways.map(([name]) => name).sort()).toEqual(Object.keys(inputs).sort());
  return ways.flatMap(([name, { method, path }]) =>
    (inputs[name] ?? []).map(
      (input): Ask =>
        (thief) =>
          thief.ask(method, path.replace(':id', String(id)), hasBody(method, input)),
    ),
  );
}

const hasBody = (method: string, input: object) =>
  method === 'GET' || method === 'DELETE' ? undefined : input;

const callsOfAnAdministrator = (bystanderId: number, mark: string): [string, string, object][] => [
  ['PUT', '/api/user/', { id: bystanderId, password: 'chosen by a thief' }],
  ['POST', `/api/user/quota/${bystanderId}`, { quota: 1_000_000 }],
  ['POST', '/api/user/batch', { ids: [bystanderId], action: 'disable' }],
  ['POST', '/api/user/', { username: `new-${mark}`, password: PASSWORD }],
  ['POST', '/api/channel/', { type: 8, name: mark, key: 'x', base_url: 'https://evil.example', models: 'm' }],
  ['POST', '/api/prices/single', { model: 'm2', type: 'tokens', channel_type: 1, input: 1, output: 1 }],
  ['POST', '/api/user_group/', { symbol: mark, name: mark, ratio: 0, api_rate: 60, public: true }],
];

interface HeldCall {
  url: string;
  method: string;
  path: string;
  input: object;
}

/** Sends the head of a call, which says who makes it. @returns sends the body, which says what to do */
async function holdCall(
  { proof }: Visitor,
  { url, method, path, input }: HeldCall,
): Promise<() => Promise<{ path: string; status: number; text: string }>> {
  const body = JSON.stringify(input);
  const headers = { ...proof, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sending = request(url + path, { method, headers: { ...headers, expect: '100-continue' } });
  const answered = new Promise<{ path: string; status: number; text: string }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', async (response) =>
      resolve({ path, status: response.statusCode ?? 0, text: await text(response) }),
    );
  });
  const taken = new Promise<void>((resolve) => void sending.once('continue', resolve));
  sending.flushHeaders();
  await taken;
  return () => {
    sending.end(body);
    return answered;
  };
}

const statusesOf = (visitors: Visitor[]): Promise<number[]> =>
  Promise.all(visitors.map(async (visitor) => (await visitor.ask('GET', '/api/user/self')).status));

const expectRefusedSignIn = (url: string, username: string, password: string): Promise<void> =>
  expect(Visitor.signIn(url, username, password)).rejects.toThrow('session.wrong_credentials');
