import { type Call, calls } from '@turnpike/contract';
import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { isLong } from '../../server/test/support/long-tests.ts';
import { type Answer, eventually, PASSWORD, type Visitor } from '../support/site.ts';
import { type Account, type AttackSite, attack, booksOf, CALL_POINTS } from './attack-site.ts';

const NUL = 'a\0b';
const HALF_A_PAIR = 'a\ud83d';
const OTHER_HALF = '\ude00b';
const unstorable = [NUL, HALF_A_PAIR, OTHER_HALF];
const controls = ['a\u001bb', 'a\r\nb', 'a\u0085b', 'a\u2028b'];
const LONG = 'x'.repeat(1_000_000);

/** Texts that a spreadsheet would compute: with `,` between cells, or with `;` as in most of Europe. */
const formulas = ['=1+1', '+1', '-1+1', '@SUM(A1)', '＝1+1', '＋1', ';=1+1', 'x;=1+1', 'x;＝1', 'x,=1;-1+1'];
/** One line each, without outer spaces: refused with its field, or kept to the last character. */
const odd = [
  ...['\u202egpj.exe', '\u2066x\u2069', 'e\u0301\u200d', '\u{1f469}\u200d\u{1f4bb}'],
  ...["'; drop table x;--", '%_\\', '<img src=x>', '{{a}}$1', '__proto__', '"a", b'],
  ...formulas,
];

/** A text that somebody may store: where it is written, and where it is read again. */
interface Store {
  by: Visitor;
  field: string;
  method: string;
  path: string;
  input: (text: string) => object;
  read: (answer: Answer) => Promise<unknown> | unknown;
  /** The form in which it is kept; as it is unless given. */
  kept?: (text: string) => string;
}

attack(
  'stores texts that break lists, files and books, or compute on a reader’s computer',
  async (site) => {
    const thief = await site.account('thief');
    const channel = await site.root.createChannel({
      ...{ base_url: site.upstream.url, models: 'any-*,dear', name: 'any' },
    });
    await site.root.createPrice('any-*', 1, 3);
    await site.root.createPrice('b*', 1, 3);
    await site.root.createPrice('dear', 1_000_000, 0);

    for (const store of await storesOf(site, thief, channel.id)) {
      const { by, field, method, path, input, read, kept = (text) => text } = store;
      const ask = (text: string) => by.ask(method, path, input(text));
      for (const text of [...unstorable, ...controls, LONG]) expectRefusal({ field, text }, await ask(text));
      for (const text of odd) {
        const answer = await ask(text);
        if (answer.status !== 200) expectRefusal({ field, text }, answer);
        else expect({ path, field, kept: await read(answer) }).toEqual({ path, field, kept: kept(text) });
      }
    }
    await expectRefusedChannels(site, channel.id);
    const models = await callWithTexts(site, thief, channel.id);

    const { quotaOf } = await booksOf(site);
    await eventually(
      async () => (await quotaOf('thief')) === thief.openingQuota - models.length * CALL_POINTS,
    );
    const rows = (await thief.person.callRows()).filter(({ ended_by }) => ended_by === 'completed');
    expect(rows.map(({ model_name }) => model_name).sort()).toEqual(models.sort());
    await spendMoreThanASumHolds(site);
    await expectEveryPageAnswers(site);
  },
  { engines: isLong ? 'both' : 'PostgreSQL' },
);

async function storesOf({ root }: AttackSite, thief: Account, channelId: number): Promise<Store[]> {
  const owner = { id: 4000, name: 'owner', icon: '' };
  await root.call('POST', '/api/model_ownedby/', owner);
  const gifted = await root.call<{ id: number }>('POST', '/api/user/', {
    ...{ username: 'gifted', password: PASSWORD },
  });
  const group = await root.call<{ id: number }>('POST', '/api/user_group/', {
    ...{ symbol: 'odd', name: 'odd', ratio: 1, api_rate: 60, public: false },
  });
  const readMember =
    (path: string, member: string, by = root) =>
    async () =>
      (await by.call<Record<string, unknown>>('GET', path))[member];
  const ofChannel = (field: string): Store => ({
    ...{ by: root, field, method: 'PUT', path: '/api/channel/' },
    input: (text) => ({ id: channelId, [field]: text }),
    read: readMember(`/api/channel/${channelId}`, field),
  });
  return [
    ...['name', 'tag', 'other', 'test_model'].map(ofChannel),
    {
      ...{ by: thief.person, field: 'name', method: 'PUT', path: '/api/token/' },
      input: (text) => ({ id: thief.tokenId, name: text }),
      read: readMember(`/api/token/${thief.tokenId}`, 'name', thief.person),
    },
    {
      ...{ by: thief.person, field: 'display_name', method: 'PUT', path: '/api/user/self' },
      input: (display_name) => ({ display_name }),
      read: readMember('/api/user/self', 'display_name', thief.person),
    },
    {
      ...{ by: root, field: 'name', method: 'PUT', path: '/api/model_ownedby/' },
      input: (name) => ({ ...owner, name }),
      read: readMember(`/api/model_ownedby/${owner.id}`, 'name'),
    },
    {
      ...{ by: root, field: 'remark', method: 'POST', path: `/api/user/quota/${gifted.id}` },
      input: (remark) => ({ quota: 1, remark }),
      read: async () => {
        const log = await root.call<{ data: { content: string }[] }>('GET', '/api/log/?log_type=3&size=1');
        return log.data[0]?.content;
      },
    },
    {
      ...{ by: root, field: 'model', method: 'POST', path: '/api/prices/single' },
      input: (model) => ({ model, type: 'tokens', channel_type: 1, input: 1, output: 1 }),
      read: ({ body }) => body.data.model,
    },
    {
      ...{ by: root, field: 'name', method: 'PUT', path: '/api/user_group/' },
      input: (name) => ({ ...group, name }),
      read: readMember(`/api/user_group/${group.id}`, 'name'),
    },
    {
      ...{ by: root, field: 'username', method: 'POST', path: '/api/user/' },
      input: (username) => ({ username, password: PASSWORD }),
      read: ({ body }) => body.data.username,
      kept: (text) => text.normalize('NFKC'),
    },
  ];
}

function expectRefusal({ field, text }: { field: string; text: string }, { status, body }: Answer): void {
  const named = (body.fields ?? []).map((one: { field: string }) => one.field);
  // The other width of a name that was given before is the same name.
  const refusal = field === 'username' && body.code === 'user.name_taken' ? 409 : 400;
  expect({ text: text.slice(0, 20), status, named }).toMatchObject({ status: refusal, named: [field] });
}

/** Addresses, keys and names of models that could not be sent as they are. */
async function expectRefusedChannels({ root }: AttackSite, id: number): Promise<void> {
  const refused: Record<string, string[]> = {
    key: ['sk-\u0001', 'sk-a\nx-evil: 1', 'ключ', 'ｓｋ', ...unstorable, LONG],
    base_url: [
      ...['https://x.example/?a=1', 'https://x.example/#a', 'https://x\u202e.example', 'javascript:alert(1)'],
      ...['https://name:word@x.example', 'https://x.example/a b', 'https://x.example\\@y.example'],
      ...[`https://x.example/${'a'.repeat(600)}`, 'https://', ...unstorable, LONG],
    ],
    models: ['a\u001bb', 'm,,n', 'a*b', ...unstorable],
    model_mapping: ['{"a":"', '[]', '{"__proto__":"a"}', '{"a":1}', ...unstorable],
    group: ['nobody', ...unstorable],
  };
  const before = await root.call('GET', `/api/channel/${id}`);
  for (const [field, texts] of Object.entries(refused)) {
    for (const text of texts) {
      const { status, body } = await root.ask('PUT', '/api/channel/', { id, [field]: text });
      const code = body.code as string;
      const named = body.fields?.[0]?.field ?? (code.startsWith('user_group.') ? 'group' : undefined);
      expect({ text: text.slice(0, 40), named, isRefused: status >= 400 && status < 500 }).toEqual({
        ...{ text: text.slice(0, 40), named: field, isRefused: true },
      });
    }
  }
  expect(await root.call('GET', `/api/channel/${id}`)).toEqual(before);
}

/** @returns the models of the calls that were answered */
async function callWithTexts(site: AttackSite, thief: Account, channelId: number): Promise<string[]> {
  const models: string[] = [];
  const say = (content: string, rest: object) => ({ messages: [{ role: 'user', content }], ...rest });
  for (const text of [...unstorable, 'a\u001bb', LONG]) {
    const answer = await site.chat(thief.tokenKey, say('Hi', { model: `any-${text}` }));
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'model' } }]);
  }
  for (const text of odd) {
    const model = `any-${text}`;
    expect((await site.chat(thief.tokenKey, say('Hi', { model }))).status).toBe(200);
    models.push(model);
  }
  for (const name of formulas) {
    const { key } = await thief.person.call<{ key: string }>('POST', '/api/token/', {
      ...{ name, expired_time: -1, remain_quota: 0, unlimited_quota: true },
    });
    expect((await site.chat(key, say('Hi', { model: 'any-thing' }))).status).toBe(200);
    models.push('any-thing');
  }

  // Texts that are passed on and not stored arrive unchanged.
  for (const text of [...unstorable, ...controls]) {
    const echo = JSON.stringify({
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      usage: { prompt_tokens: 9, completion_tokens: 2 },
    });
    site.upstream.does((response) => sendJson(response, 200, echo));
    const answer = await site.chat(thief.tokenKey, say(text, { model: 'any-thing', user: text }), {
      headers: { 'user-agent': 'Fire\u0085fox', 'x-request-id': '\u00e9' },
    });
    expect([answer.status, await answer.text()]).toEqual([200, echo]);
    expect(site.upstream.received.at(-1)?.body).toMatchObject(say(text, { user: text }));
    models.push('any-thing');
  }
  site.upstream.answers(400, { message: NUL + HALF_A_PAIR, type: NUL, code: HALF_A_PAIR });
  expect((await site.chat(thief.tokenKey, say('Hi', { model: 'any-thing' }))).status).toBe(400);

  // Escaped within a text: a reader of the mapping gets a name that no database accepts.
  site.upstream.plays('openai-chat/hello.json');
  for (const escaped of ['b\\u0000c', 'b\\ud83d', 'b\\u001b']) {
    const model_mapping = `{"any-mapped":"${escaped}"}`;
    const input = { id: channelId, model_mapping };
    expectRefusal(
      { field: 'model_mapping', text: escaped },
      await site.root.ask('PUT', '/api/channel/', input),
    );
    expect((await site.chat(thief.tokenKey, say('Hi', { model: 'any-mapped' }))).status).toBe(200);
    models.push('any-mapped');
  }
  return models;
}

/** Two balances near the largest, spent: each fits into a sum, both together do not. */
async function spendMoreThanASumHolds(site: AttackSite): Promise<void> {
  const [TOKENS, PRICE, RATIO] = [50_000_000, 1_000_000, 40];
  const points = TOKENS * PRICE * RATIO;
  await site.root.call('POST', '/api/user_group/', {
    ...{
      symbol: 'dear',
      name: 'dear',
      ratio: RATIO,
      api_rate: 1000,
      public: false,
      with_default_channels: true,
    },
  });
  const usage = { prompt_tokens: TOKENS, completion_tokens: 0 };
  const choices = [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }];
  site.upstream.does((response) => sendJson(response, 200, JSON.stringify({ choices, usage })));
  for (const name of ['rich', 'richer']) {
    const { person, tokenKey } = await site.account(name, { quota: 2 * points });
    await site.root.call('PUT', '/api/user/', { id: person.id, group: 'dear' });
    for (const left of [points, 0]) {
      const messages = [{ role: 'user', content: 'Hi' }];
      expect((await site.chat(tokenKey, { model: 'dear', messages, max_tokens: 1 })).status).toBe(200);
      await eventually(async () => (await person.quota()) === left);
    }
  }
  const stat = await site.root.call<{ quota: number }>('GET', '/api/log/stat?model_name=dear');
  expect(stat.quota).toBe(4 * points);
}

/** Every list, file and statistic that somebody reads, as root. */
async function expectEveryPageAnswers({ root }: AttackSite): Promise<void> {
  const every = Object.values(calls).flatMap((group) => Object.values(group)) as Call[];
  // Sign-ins at other sites are turned off here.
  const pages = every.filter(
    ({ method, path, query }) =>
      method === 'GET' &&
      !/[:*]/.test(path) &&
      !path.startsWith('/api/oauth/') &&
      (query?.safeParse({}).success ?? true),
  );
  expect(pages.filter(({ csv }) => csv !== undefined).length).toBeGreaterThan(3);
  await root.call('PUT', '/api/option/', { key: 'ModelStatusPageEnabled', value: 'true' });
  for (const { path, csv } of pages) {
    const { status, body } = await root.ask('GET', path);
    expect({ path, status }).toEqual({ path, status: 200 });
    if (csv === undefined) continue;
    for (const separator of [',', ';']) {
      const computed = cellsOf(String(body), separator).filter(
        (cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+$/.test(cell),
      );
      expect({ path, separator, computed }).toEqual({ path, separator, computed: [] });
    }
  }
}

/** Cells as a spreadsheet reads them; a quote means something at the start of a cell only. Source: RFC 4180. */
function cellsOf(file: string, separator: string): string[] {
  const cell = new RegExp(`(?:^|${separator}|\\r\\n)(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))`, 'g');
  return [...file.replace(/^\ufeff/, '').matchAll(cell)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
