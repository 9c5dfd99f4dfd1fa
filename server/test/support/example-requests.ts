import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { calls } from '@turnpike/contract';
import { askConfirmed } from './ask-confirmed.ts';
import { PASSWORD, type Person, type TestManagement } from './test-management.ts';

/** Part of every secret of a test, so that a leak can be found anywhere. */
export const CANARY = 'canary';

export interface Example {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  input?: unknown;
}

type Examples = { [Entity in keyof typeof calls]?: { [Name in keyof (typeof calls)[Entity]]: Example } };

/** Examples of an entity in a file of its own, `test/examples/<entity>-examples.ts`. */
export interface OwnExamples<Row = unknown> {
  /** Creates a row that a caller's examples use. */
  seed: (post: Post, mark: string, get: Get, whole: { site: TestManagement; as: Person }) => Promise<Row>;
  requests: (row: Row) => Examples;
}

/** Sends as root. @returns the answer's data */
type Post = <Data = { id: number }>(path: string, input: unknown) => Promise<Data>;
/** Reads as root. @returns the answer's data */
type Get = <Data>(path: string) => Promise<Data>;

const folder = join(import.meta.dirname, '../examples');
const ownExamples: readonly OwnExamples[] = await Promise.all(
  globSync('*-examples.ts', { cwd: folder }).map(async (name) => (await import(join(folder, name))).default),
);

/** Rows that a caller's examples read, change and delete; nobody else's examples touch them. */
export async function seedExampleRows(site: TestManagement, owner: Person, as: Person, mark: string) {
  const post = async (path: string, asWhom: Person, input: unknown) => {
    const { status, body } = await askConfirmed(site.ask, { method: 'POST', path }, { as: asWhom, input });
    if (status !== 200) throw new Error(`seeding ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.data;
  };
  const target = await site.seed.person(`t${mark}`, { quota: 1000 });
  const token = await post('/api/token/', as, {
    ...{ name: 'example', expired_time: -1, remain_quota: 1, unlimited_quota: false },
  });
  const channel = await post('/api/channel/', owner, {
    ...{ type: 1, name: mark, key: `${CANARY}-channel-key-${mark}`, models: 'gpt-4o' },
    ...{ group: 'default', tag: mark },
  });
  const keyed = await post('/api/channel/', owner, {
    ...{ type: 1, name: `keyed-${mark}`, models: 'gpt-4o', key_mode: 'one_channel' },
    key: [1, 2, 3].map((number) => `${CANARY}-key-${number}-${mark}`).join('\n'),
  });
  const keys = await site.ask({ method: 'GET', path: `/api/channel/${keyed.id}/keys` }, { as: owner });
  const group = await post('/api/user_group/', owner, {
    ...{ symbol: `g${mark}`, name: mark, ratio: 1, api_rate: 60, public: false },
    budgets: [{ period: 'day', model: '', points: 5 }],
  });
  const accessToken = await post('/api/user/access_token/', as, {
    ...{ name: mark, scope: 'read', expires_time: 0 },
  });
  await site.db.updateTable('users').set({ aff_quota: 5 }).where('id', '=', as.id).execute();
  await site.signIn(as.username);
  const sessions = await site.ask({ method: 'GET', path: '/api/user/session/' }, { as });
  const session: string = sessions.body.data.find((one: { is_current: boolean }) => !one.is_current).id;
  const modelOwner = await post('/api/model_ownedby/', owner, { id: 2000 + target.id, name: mark, icon: '' });
  await post('/api/prices/single', owner, price(`model-${mark}`));
  const [change] = (await site.ask({ method: 'GET', path: '/api/prices/changes' }, { as: owner })).body.data
    .data;
  const planned = await post('/api/prices/planned', owner, {
    ...price(`later-${mark}`),
    valid_from: 4_000_000_000,
  });
  const [budget] = (await site.ask({ method: 'GET', path: `/api/user_group/${group.id}` }, { as: owner }))
    .body.data.budgets;
  const [identity] = await site.db
    .insertInto('identities')
    .values({
      ...{ user_id: as.id, provider: 'github', subject: mark, email: '', name: mark, email_verified: 0 },
      ...{ created_time: site.now(), last_used_time: site.now() },
    })
    .returning('id')
    .execute();
  const get: Get = async (path) => (await site.ask({ method: 'GET', path }, { as: owner })).body.data;
  const own: Examples[] = [];
  for (const { seed, requests } of ownExamples) {
    own.push(requests(await seed((path, input) => post(path, owner, input), mark, get, { site, as })));
  }
  return {
    own: Object.assign({}, ...own) as Examples,
    target,
    token,
    channel,
    keyed: { id: keyed.id as number, keys: keys.body.data.map((key: { id: number }) => key.id) as number[] },
    group,
    budget: budget as { id: number },
    change: change as { id: number },
    planned: planned as { id: number },
    session,
    accessToken: accessToken as { id: number },
    identity: { id: identity?.id ?? 0 },
    modelOwner,
    mark,
  };
}

export type ExampleRows = Awaited<ReturnType<typeof seedExampleRows>>;

const price = (model: string) => ({
  ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2 },
  extra_ratios: { cached_read_tokens: 0.1 },
});

/** A request per call that succeeds for permitted callers; deletions come last. */
export function exampleRequests(rows: ExampleRows): Examples {
  const {
    target,
    token,
    channel,
    keyed,
    group,
    budget,
    change,
    planned,
    session,
    accessToken,
    modelOwner,
    mark,
  } = rows;
  const returned = { query: { code: 'x', state: 'x' } };
  const newChannel = { type: 1, name: 'new', key: `${CANARY}-posted-key-${mark}`, models: 'gpt-4o' };
  const one = (id: number) => ({ params: { id } });
  return {
    // Before the key is deleted.
    channelHealth: {
      health: { query: { ids: String(keyed.id) } },
      explain: { input: { token_id: token.id, body: { model: `model-${mark}`, messages: [] } } },
    },
    channelTest: { schedule: {}, runNow: {}, history: one(channel.id) },
    attention: { read: {} },
    modelStatus: { read: {} },
    ...rows.own,
    site: {
      status: {},
      notice: {},
      about: {},
      homePage: {},
      charging: {},
      checkSetUpCode: { input: { code: 'x' } },
      setUp: {
        input: { code: 'x', username: 'owner', password: PASSWORD, system_name: 'x', language: 'zh_CN' },
      },
    },
    userGroup: {
      map: {},
      symbols: {},
      list: {},
      get: one(group.id),
      create: { input: { symbol: `n${mark}`, name: 'n', ratio: 1, api_rate: 60, public: true } },
      update: { input: { id: group.id, name: 'm', ratio: 1.5, api_rate: 61, public: true } },
      toggle: one(group.id),
      remove: one(group.id),
    },
    userToken: {
      search: { query: { user_id: token.user_id } },
      update: { input: { id: token.id, requests_per_minute: 7 } },
    },
    token: {
      list: {},
      get: one(token.id),
      create: {
        input: {
          name: 'new',
          expired_time: -1,
          remain_quota: 1,
          unlimited_quota: false,
          budgets: [{ period: 'week', model: 'gpt-*', points: 5 }],
        },
      },
      update: { input: { id: token.id, name: 'changed', remain_quota: 5 } },
      reveal: one(token.id),
      playground: {},
      remove: one(token.id),
    },
    channelKey: {
      list: one(keyed.id),
      add: { ...one(keyed.id), input: { keys: `${CANARY}-added-key-${mark}\n${CANARY}-other-key-${mark}` } },
      update: {
        params: { id: keyed.id, key_id: keyed.keys[0] as number },
        input: { status: 2, parallel_calls: 3 },
      },
      batch: { ...one(keyed.id), input: { ids: keyed.keys, action: 'enable' } },
      remove: { params: { id: keyed.id, key_id: keyed.keys[0] as number } },
    },
    channelComparison: { compare: { query: { ids: `${channel.id},${keyed.id}` } } },
    channelCheck: { check: { input: { id: channel.id, models: 'gpt-4o' } } },
    channelEdit: {
      deleteModel: { input: { ids: [channel.id], value: 'gpt-4o' } },
      setApiVersion: { input: { ids: [channel.id], value: '2024-10-21' } },
    },
    channel: {
      list: {},
      exportCsv: {},
      types: {},
      models: {},
      get: one(channel.id),
      unpriced: one(channel.id),
      create: { input: { ...newChannel, tag: mark } },
      tags: {},
      tagged: { params: { tag: mark } },
      leaveTag: one(channel.id),
      update: { input: { id: channel.id, name: 'changed' } },
      batch: { input: { ids: [channel.id], action: 'enable' } },
      test: one(channel.id),
      testEnabled: {},
      testDraft: { input: newChannel },
      listModels: { input: newChannel },
      dismissModels: one(channel.id),
      updateBalance: one(channel.id),
      updateBalances: {},
      copy: one(channel.id),
      remove: one(channel.id),
      removeDisabled: {},
    },
    channelTag: {
      get: { params: { tag: mark } },
      update: { params: { tag: mark }, input: { only_chat: false, key: `${CANARY}-tagged-key-${mark}` } },
      setPriority: { params: { tag: mark }, input: { value: 1 } },
      setStatus: { params: { tag: mark, status: 'enable' } },
      removeDisabled: { params: { tag: mark } },
      remove: { params: { tag: mark } },
    },
    price: {
      list: {},
      modelList: {},
      create: { input: price(`new-${mark}`) },
      update: { params: { '*': `model-${mark}` }, input: price(`model-${mark}`) },
      saveShared: { input: { original_models: [], models: [`shared-${mark}`], price: price('batch') } },
      lockMany: { input: { models: [`shared-${mark}`], locked: true } },
      removeMany: { input: { models: [`shared-${mark}`] } },
      remove: { params: { '*': `model-${mark}` } },
    },
    priceList: {
      sync: { query: { updateMode: 'merge' }, input: [price(`listed-${mark}`)] },
      updateService: {},
      read: { input: {} },
    },
    priceVersion: {
      changes: {},
      versions: { query: { model: `model-${mark}` } },
      undo: one(change.id),
    },
    priceSchedule: {
      get: {},
      update: { input: { period: 'off', url: '', mode: 'add' } },
    },
    plannedPrice: {
      list: {},
      create: { input: { ...price(`planned-${mark}`), valid_from: 4_000_000_000 } },
      remove: one(planned.id),
    },
    model: {
      owners: {},
      ownersById: {},
      owner: one(modelOwner.id),
      createOwner: { input: { id: modelOwner.id + 5000, name: 'new', icon: '' } },
      updateOwner: { input: { id: modelOwner.id, name: 'changed', icon: 'openai' } },
      removeOwner: one(modelOwner.id),
      available: {},
    },
    log: {
      list: {},
      listSelf: {},
      exportCsv: {},
      exportSelfCsv: {},
      stat: {},
      statSelf: {},
      cleanUp: { query: { target_timestamp: 1 } },
    },
    accessToken: {
      list: {},
      create: { input: { name: `script ${mark}`, scope: 'read', expires_time: 0 } },
      remove: one(accessToken.id),
      unnamed: {},
      renewUnnamed: {},
      removeUnnamed: {},
    },
    secondFactor: {
      get: {},
      begin: { input: { current_password: PASSWORD } },
      confirm: { input: { code: '000000' } },
      remove: { input: { code: '000000' } },
      renewRecoveryCodes: { input: { code: '000000' } },
      reset: one(target.id),
      signIn: { input: { code: '000000' } },
    },
    passkey: {
      list: {},
      begin: {},
      create: { input: { name: mark, response: { id: mark, response: {} } } },
      remove: one(1),
      beginSignIn: {},
      signIn: { input: { response: { id: mark, response: {} } } },
    },
    confirmation: {
      begin: { input: { action: 'channel_key' } },
      create: { input: { action: 'channel_key', password: PASSWORD } },
    },
    registration: {
      sendCode: { input: { email: `new-${mark}@mail.test`, purpose: 'register' } },
      register: { input: { username: `r${mark}`, password: PASSWORD } },
      requestReset: { input: { email: `new-${mark}@mail.test` } },
      reset: { input: { token: 'x', password: PASSWORD } },
      bindEmail: { input: { email: `new-${mark}@mail.test`, code: '000000', current_password: PASSWORD } },
    },
    session: {
      list: {},
      remove: { params: { id: session } },
      removeOthers: {},
    },
    identity: { list: {}, remove: one(rows.identity.id) },
    oauth: {
      endpoint: { query: { provider: 'github', purpose: 'sign_in', aff: 'x' } },
      state: { query: { provider: 'github' } },
      github: returned,
      oidc: returned,
      lark: returned,
      telegram: returned,
      wechat: returned,
      bindWechat: { input: { code: 'x' } },
    },
    statistics: { dashboard: {}, rate: {}, totals: {}, period: {} },
    settlement: { listRejected: {}, retry: {} },
    budget: {
      override: { ...one(budget.id), input: { points: 9, until: 4_000_000_000 } },
      reset: one(budget.id),
      ofChannel: one(keyed.id),
      setOfChannel: {
        ...one(keyed.id),
        input: { budgets: [{ period: 'day', model: '', unit: 'requests', points: 50 }] },
      },
      ofUser: one(target.id),
      setOfUser: {
        ...one(target.id),
        input: { budgets: [{ period: 'hours', hours: 5, model: 'gpt-*', unit: 'tokens', points: 9000 }] },
      },
    },
    quote: { ask: { input: { token_id: token.id, body: { model: `model-${mark}`, messages: [] } } } },
    webSearch: { ask: { input: { query: 'turnpike' } } },
    refusedCall: { list: {}, listSelf: {} },
    statement: {
      listSelf: {},
      daysSelf: {},
      sumSelf: {},
      exportSelfCsv: {},
      list: one(target.id),
      days: one(target.id),
      sum: one(target.id),
      exportCsv: one(target.id),
    },
    job: { list: {} },
    ledger: { check: {}, startCheck: { input: {} } },
    option: {
      list: {},
      update: { input: { key: 'Notice', value: 'Hello' } },
      safeTools: {},
      testMail: { input: { to: 'ann@mail.test' } },
      testSearch: { input: { query: 'turnpike' } },
      updateMany: { input: { options: [{ key: 'Notice', value: 'Hello' }] } },
    },
    invitation: { code: {}, overview: {}, transfer: { input: { quota: 1 } } },
    user: {
      self: {},
      dismissReminder: {},
      list: {},
      exportCsv: {},
      get: one(target.id),
      create: { input: { username: `u${mark}`, password: `${CANARY}-password` } },
      update: { input: { id: target.id, display_name: 'Changed' } },
      changeQuota: { ...one(target.id), input: { quota: 5, remark: 'gift' } },
      manage: { input: { username: target.username, action: 'disable' } },
      batch: { input: { ids: [target.id], action: 'set_group', group: 'vip' } },
      remove: one(target.id),
      changeSelf: { input: { display_name: 'Me' } },
      login: { input: { username: 'owner', password: PASSWORD } },
      logout: {},
    },
  };
}
