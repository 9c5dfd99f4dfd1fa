import { rmSync } from 'node:fs';
import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { makeTestDataDir } from '../../../test/support/test-data-dir.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { OpenAiObjects } from '../../../test/upstreams/openai-objects.ts';
import { chargeOfLog } from '../../billing/charge.ts';
import { setAsideFor } from '../../modules/user/own-account.ts';
import { Batches } from './batches.ts';
import { lookAtDueBatches } from './look-at-batch.ts';

const QUOTA = 1_000_000;
const CHAT = '/v1/chat/completions';

describe.each(anyDatabase)('batches of users, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let channel: { id: number };
  let vendor: OpenAiObjects;
  let user: SeededUser;
  let client: OpenAI;

  let dataDir: string;
  const start = () =>
    startTestGateway({
      ...{ databaseUrl: database.url, dataDir },
      relayOptions: { openObjectClasses: new Set(['files', 'batches']), holdWaitSeconds: 0 },
    });
  const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });

  beforeEach(async () => {
    database = await open();
    dataDir = makeTestDataDir({ databaseUrl: database.url });
    gateway = await start();
    channel = await gateway.seed.channel({ model: 'm,plain,times,renamed,*', mapping: { renamed: 'm' } });
    vendor = new OpenAiObjects(gateway.upstream(channel));
    for (const model of ['object:files', 'object:batches', 'times'])
      await gateway.seed.price({ model, type: 'times', input: 0, output: 0 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3, parts: { tiers: { batch: 0.5 } } });
    await gateway.seed.price({ model: 'plain', input: 1, output: 3 });
    user = await gateway.seed.user({ quota: QUOTA });
    client = clientOf(user.token);
  });
  afterEach(async () => {
    await gateway.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const request = (values: object = {}, body: object = {}) => ({
    ...{ custom_id: 'r', method: 'POST', url: CHAT },
    body: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }], ...body },
    ...values,
  });
  const answered = (input: unknown = 40, output: unknown = 20) => ({
    ...{ id: 'batch_req_1', custom_id: 'r', error: null },
    response: {
      status_code: 200,
      body: {
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' } }],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: Number(input) + Number(output),
        },
      },
    },
  });
  const upload = async (lines: readonly (object | string)[], of = client) => {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const file = await toFile(Buffer.from(`${texts.join('\n')}\n`), 'in.jsonl');
    return of.files.create({ file, purpose: 'batch' });
  };
  const begin = async (lines: readonly (object | string)[] = [request(), request()], of = client) => {
    const file = await upload(lines, of);
    return of.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' });
  };
  const refusalOf = (lines: readonly (object | string)[]) =>
    begin(lines).then(
      () => 'taken',
      ({ status, message }: InstanceType<typeof OpenAI.APIError>) => `${status} ${message}`,
    );
  const lookNow = async (of = gateway.core.relay) => {
    await gateway.store.db.updateTable('batches').set({ due_at: 0 }).execute();
    await lookAtDueBatches(of, { isStopped: () => false });
  };
  const rowsOfModel = async () =>
    (await gateway.logRowsOf(user)).filter(({ model_name }) => !model_name.startsWith('object:'));
  const held = () => gateway.core.quotaBook.heldPoints();
  /** As the owner sees it next to the balance. */
  const setAside = () => setAsideFor(gateway.store.db, user.id);
  /** Two answers of 40 and 20 tokens at half the price. */
  const TWO_POINTS = (2 * (40 + 3 * 20)) / 2;

  it('are held for while they run, and charged once for what their result says', async () => {
    const made = await begin();
    expect(made).toMatchObject({ object: 'batch', status: 'validating' });
    expect(held()).toBeGreaterThanOrEqual((2 * (3 * 100)) / 2);
    expect(await setAside()).toBe(held());
    expect(await gateway.quotaOf(user)).toBe(QUOTA);
    expect((await client.batches.list()).data).toMatchObject([{ id: made.id, status: 'validating' }]);
    vendor.end(made.id, 'completed', [answered(), answered()]);

    const done = await client.batches.retrieve(made.id);

    expect(done).toMatchObject({ status: 'completed', output_file_id: expect.any(String) });
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
    expect(held()).toBe(0);
    expect(await setAside()).toBe(0);
    expect(await (await client.files.content(done.output_file_id ?? '')).text()).toContain('Hello there');
    expect((await client.files.list({ purpose: 'batch_output' })).data).toHaveLength(1);
    await client.batches.retrieve(made.id);
    await lookNow();
    const rows = await rowsOfModel();
    expect(rows).toMatchObject([
      {
        ...{ model_name: 'm', quota: TWO_POINTS, prompt_tokens: 80, completion_tokens: 40 },
        ...{ channel_id: channel.id, token_name: expect.stringMatching(/^token/), ended_by: 'completed' },
        metadata: { service_tier: 'batch', tier_ratio: '0.5', batch: { id: made.id, answers: 2, unread: 0 } },
      },
    ]);
    expect(chargeOfLog(rows[0]?.metadata as never)).toBe(TWO_POINTS);
    expect(gateway.core.quotaBook.balanceOf(user.id)).toBe(QUOTA - TWO_POINTS);
  });

  it('are charged by the gateway itself where nobody asks for them', async () => {
    const { id } = await begin();
    await lookNow();
    expect(await gateway.quotaOf(user)).toBe(QUOTA);
    vendor.end(id, 'completed', [answered()]);
    await lookNow();
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS / 2);
    expect((await client.batches.list()).data).toMatchObject([{ id, status: 'completed' }]);
  });

  it.each([
    { status: 'cancelled', lines: [answered()], points: TWO_POINTS / 2 },
    { status: 'expired', lines: [answered()], points: TWO_POINTS / 2 },
    { status: 'failed', lines: null, points: 0 },
    { status: 'completed', lines: null, points: 0 },
  ])('that are $status cost what was answered', async ({ status, lines, points }) => {
    const { id } = await begin();
    if (status === 'cancelled')
      expect(await client.batches.cancel(id)).toMatchObject({ status: 'cancelling' });
    vendor.end(id, status, lines);
    expect(await client.batches.retrieve(id)).toMatchObject({ status });
    expect(await gateway.quotaOf(user)).toBe(QUOTA - points);
    expect(held()).toBe(0);
    expect(await rowsOfModel()).toHaveLength(1);
  });

  it('are nobody else’s', async () => {
    const { id } = await begin();
    const other = clientOf((await gateway.seed.user({ quota: QUOTA })).token);
    await expect(other.batches.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await expect(other.batches.cancel(id)).rejects.toMatchObject({ status: 404 });
    expect((await other.batches.list()).data).toEqual([]);
    const file = await upload([request()]);
    await expect(
      other.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('cannot cost more than is left: others may not spend what is held', async () => {
    const file = await upload([request({}, { max_tokens: 1_000_000 })]);
    const asked = { input_file_id: file.id, endpoint: CHAT, completion_window: '24h' } as const;
    await expect(client.batches.create(asked)).rejects.toMatchObject({
      status: 429,
      code: 'insufficient_quota',
    });
    expect(held()).toBe(0);
    await begin([request({}, { max_tokens: 666_000 })]);
    expect(held()).toBeGreaterThanOrEqual(999_000);
    const call = await gateway.post(user.token, {
      ...{ model: 'plain', max_tokens: 100_000 },
      messages: [{ role: 'user', content: 'Hello world. '.repeat(2000) }],
    });
    expect(call.status).toBe(429);
  });

  it('hold and cost their key’s own limit and its budgets, too', async () => {
    const limited = await gateway.seed.user({ quota: QUOTA, tokenQuota: 1000 });
    const budget = await gateway.seed.budget(limited, { points: 900, model: 'm' });
    const of = clientOf(limited.token);
    const { id } = await begin([request()], of);
    vendor.end(id, 'completed', [answered()]);
    await of.batches.retrieve(id);
    expect(await gateway.remainderOf(limited)).toBe(1000 - TWO_POINTS / 2);
    expect(Object.values(await gateway.usesOf(budget))).toEqual([TWO_POINTS / 2]);
    await expect(begin([request({}, { max_tokens: 700 })], of)).rejects.toMatchObject({ status: 429 });
  });

  it('hold and count against budgets in requests and tokens, and those of their channel, also after a start', async () => {
    const ofUser = await gateway.seed.budget(
      { userId: user.id },
      { unit: 'requests', model: 'm', points: 3 },
    );
    const ofChannel = await gateway.seed.budget(
      { channelId: channel.id },
      { unit: 'tokens', model: 'm', points: 1000 },
    );
    const { id } = await begin();
    const heldOn = ({ id: budgetId }: { id: number }) =>
      gateway.core.countBook.useOf({ budgetId, periodStart: 0 })?.held ?? 0;
    const before = [heldOn(ofUser), heldOn(ofChannel)];
    expect(before).toEqual([2, expect.any(Number)]);
    expect(before[1]).toBeGreaterThanOrEqual(200);
    await expect(begin()).rejects.toMatchObject({ status: 429 });
    await expect(begin([request({}, { max_tokens: 900 })])).rejects.toMatchObject({
      error: { code: 'rate_limit_exceeded' },
    });
    await gateway.stop({ keepUpstreams: true });
    gateway = Object.assign(await start(), { upstream: gateway.upstream });
    expect([heldOn(ofUser), heldOn(ofChannel)]).toEqual(before);
    vendor.end(id, 'completed', [answered(), answered()]);
    await lookNow();
    expect([heldOn(ofUser), heldOn(ofChannel)]).toEqual([0, 0]);
    expect(await gateway.usesOf(ofUser)).toEqual({ 0: 2 });
    expect(await gateway.usesOf(ofChannel)).toEqual({ 0: 2 * (40 + 20) });
  });

  it('are charged at the price that they began with', async () => {
    const { id } = await begin();
    await gateway.store.db.updateTable('prices').set({ input: '9', output: '9', version: 2 }).execute();
    await gateway.core.routing.reload();
    vendor.end(id, 'completed', [answered(), answered()]);
    await client.batches.retrieve(id);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
  });

  it.each([
    ['garbage', 'not JSON', 'it is no JSON object'],
    ['two bodies', '{"custom_id":"r","body":{},"body":{}}', 'single members'],
    ['no id', request({ custom_id: '' }), 'it has no custom_id'],
    ['another method', request({ method: 'GET' }), 'its method must be POST'],
    ['another address', request({ url: '/v1/embeddings' }), `its url must be ${CHAT}`],
    ['a stream', request({}, { stream: true }), 'cannot be streamed'],
    ['another model than the line before', request({}, { model: 'plain' }), 'all lines must name one model'],
    ['a dearer tier', request({}, { service_tier: 'priority' }), 'its own service tier'],
    ['no messages', request({}, { messages: 5 }), 'body.messages: required'],
    [
      'two models',
      '{"custom_id":"r","method":"POST","url":"/v1/chat/completions","body":{"model":"m","model":"x"}}',
      'single members',
    ],
    [
      'another’s file',
      request({}, { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-x' } }] }] }),
      'there is no object file-x',
    ],
    [
      'ten megabytes',
      request({}, { messages: [{ role: 'user', content: 'x'.repeat(10_000_000) }] }),
      'it is longer',
    ],
  ])('with %s in a line are refused with its number', async (_what, line, why) => {
    const refusal = await refusalOf([request(), line]);
    expect(refusal).toMatch(/^400 400 Line 2 of the input file/);
    expect(refusal).toContain(why);
    expect(vendor.batchCount).toBe(0);
    expect(held()).toBe(0);
  });

  it.each([
    { type: 'item_reference', id: 'msg_req_another_0' },
    { type: 'message', role: 'assistant', id: 'msg_req_another_0', content: [] },
    { type: 'reasoning', id: 'rs_another', summary: [] },
  ])('with an item that is not their user’s are refused: $type', async (item) => {
    const line = {
      custom_id: 'r',
      method: 'POST',
      url: '/v1/responses',
      body: { model: 'm', input: [item] },
    };
    const file = await upload([line]);
    const asked = { input_file_id: file.id, endpoint: '/v1/responses', completion_window: '24h' } as const;
    await expect(client.batches.create(asked)).rejects.toThrow('there is no object');
    expect(vendor.batchCount).toBe(0);
  });

  it.each([
    ['unpriced', 'has no price yet'],
    ['times', 'is not priced by tokens'],
    ['renamed', 'has another name where the file is kept'],
  ])('of the model %s are refused', async (model, why) => {
    expect(await refusalOf([request({}, { model })])).toContain(why);
    expect(vendor.batchCount).toBe(0);
  });

  it('of a model that the key may not use, or with 50 001 lines, or none, are refused', async () => {
    expect(await refusalOf([])).toContain('the file has no line');
    expect(await refusalOf(Array(50_001).fill(JSON.stringify(request())))).toContain('Line 50001');
    const names = JSON.stringify(['plain', 'object:*']);
    await gateway.store.db
      .updateTable('tokens')
      .set({ allowed_models: names })
      .where('id', '=', user.tokenId)
      .execute();
    gateway.core.identities.forgetToken(user.tokenId);
    expect(await refusalOf([request()])).toContain('this API key may not use the model m');
  });

  it('are refused for empty lines beyond some, which are lines of a file, too', async () => {
    expect(await refusalOf(['', request(), '', ...Array(90).fill('')])).toBe('taken');
    expect(await refusalOf([...Array(50_200).fill(''), request()])).toContain('Line 50101');
    expect(await refusalOf(Array(50_200).fill(' '))).toContain('Line 50101');
  });

  it('whose answers would be gone too soon, or that call another API, are refused', async () => {
    const file = await upload([request()]);
    const create = (more: object) =>
      client.batches.create({
        ...{ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' as const },
        ...more,
      });
    await expect(create({ model_id: 'dear' })).rejects.toMatchObject({ param: 'model_id' });
    await expect(create({ endpoint: '/v1/images/generations' })).rejects.toMatchObject({ param: 'endpoint' });
    await expect(
      create({ output_expires_after: { anchor: 'created_at', seconds: 3600 } }),
    ).rejects.toMatchObject({ status: 400 });
    expect(vendor.batchCount).toBe(0);
  });

  it('are charged by what can be believed of a result', async () => {
    const { id } = await begin(Array(6).fill(request()));
    const failed = { custom_id: 'r', response: { status_code: 400, body: { error: {} } } };
    const unsaid = { custom_id: 'r', response: { status_code: 200, body: { choices: [] } } };
    vendor.end(id, 'completed', [
      // An invalid line does not count as an answer.
      ...['<html>', answered(), 'garbage', '', failed, 'x'.repeat(2_000_000)],
      ...[answered(-5, 'many'), answered(1e12, 3), unsaid],
      // More than was asked for.
      ...Array(20).fill(answered()),
    ]);
    await client.batches.retrieve(id);
    const [row] = await rowsOfModel();
    expect(row?.metadata).toMatchObject({ estimated: true, batch: { answers: 3, unread: 6 } });
    expect(row?.quota).toBe(chargeOfLog(row?.metadata as never));
    // Three answers as they say, and three that are estimated at a few tokens each.
    expect(row?.quota).toBeLessThan(2 * TWO_POINTS);
    expect(row?.quota).toBeGreaterThanOrEqual(1.5 * TWO_POINTS);
  });

  it.each([
    ['empty lines', ''],
    ['lines that are no answer', '{}'],
  ])('are charged for what stands before %s without end', async (_what, line) => {
    const { id } = await begin();
    vendor.end(id, 'completed', ['', answered(), ...Array(500).fill(line), answered()]);
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'completed' });
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS / 2);
  });

  it('whose result breaks off are not read again at once, whoever asks', async () => {
    const { id } = await begin();
    vendor.end(id, 'completed', [answered(), answered()]);
    vendor.breaksContents = true;
    const reads = () => gateway.upstream(channel).received.filter(({ path }) => path.endsWith('/content'));
    const before = reads().length;
    for (let asked = 0; asked < 5; asked += 1)
      expect(await client.batches.retrieve(id)).toMatchObject({ status: 'finalizing' });
    expect(reads()).toHaveLength(before + 1);
    vendor.breaksContents = false;
    const { clock } = gateway.core.relay;
    const soon = vi.spyOn(clock, 'nowSeconds').mockReturnValue(clock.nowSeconds() + 10);
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'completed' });
    soon.mockRestore();
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
  });

  it('whose result breaks off again and again are given up after a month', async () => {
    const { id } = await begin();
    vendor.end(id, 'completed', [answered(), answered()]);
    vendor.breaksContents = true;
    await lookNow();
    expect(held()).toBeGreaterThan(0);
    await gateway.store.db.updateTable('batches').set({ created_at: 1 }).execute();
    await lookNow();
    expect(held()).toBe(0);
  });

  it('are charged for answers of any length', async () => {
    const { id } = await begin([request(), request(), request()]);
    const long = (values: object = {}) => {
      const { response, ...line } = answered();
      const content = 'x'.repeat(17_000_000);
      const body = { choices: [{ index: 0, message: { role: 'assistant', content } }], ...values };
      return { ...line, response: { ...response, body } };
    };
    const { usage } = answered().response.body;
    vendor.end(id, 'completed', [
      long({ usage }),
      answered(),
      { ...long({ usage }), response: null },
      long(),
    ]);

    await client.batches.retrieve(id);

    const [row] = await rowsOfModel();
    expect(row?.metadata).toMatchObject({ estimated: true, batch: { answers: 2, unread: 1 } });
    // An answer without usage is estimated from its text, and takes the points that are left.
    expect(row).toMatchObject({ quota: QUOTA, metadata: { shortfall: expect.any(Number) } });
    expect(row?.completion_tokens).toBeGreaterThan(17_000_000 / 5);
  });

  it('whose result costs more than is left take what is left', async () => {
    const { id } = await begin();
    vendor.end(id, 'completed', [answered(1_000_000, 1_000_000), answered()]);
    await client.batches.retrieve(id);
    expect(await gateway.quotaOf(user)).toBe(0);
    expect((await rowsOfModel())[0]).toMatchObject({
      quota: QUOTA,
      metadata: { shortfall: expect.any(Number) },
    });
  });

  it('show no result before it is charged', async () => {
    const { id } = await begin();
    vendor.end(id, 'completed', [answered()]);
    const settle = vi.spyOn(gateway.core.relay.batches, 'settle').mockRejectedValue(new Error('no database'));
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'finalizing', output_file_id: null });
    expect((await client.batches.list()).data).toMatchObject([
      { status: 'finalizing', output_file_id: null },
    ]);
    settle.mockRestore();
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'completed' });
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS / 2);
  });

  it('are charged once, whoever asks at the same time', async () => {
    const { id } = await begin();
    vendor.end(id, 'completed', [answered(), answered()]);
    await Promise.all([
      ...Array(5)
        .fill(0)
        .map(() => client.batches.retrieve(id)),
      lookNow(),
    ]);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
    expect(await rowsOfModel()).toHaveLength(1);
    expect(gateway.core.quotaBook.balanceOf(user.id)).toBe(QUOTA - TWO_POINTS);
  });

  it('are charged once by two nodes', async () => {
    const { id } = await begin();
    const { relay, quotaBook, countBook } = gateway.core;
    const { clock } = relay;
    const second = new Batches({ db: gateway.store.db, clock, quotaBook, countBook, debtLimit: () => 0 });
    await second.setAllAside();
    vendor.end(id, 'completed', [answered(), answered()]);
    await Promise.all([lookNow(), lookNow({ ...relay, batches: second })]);
    await client.batches.retrieve(id);
    const batch = await second.find(user.id, id);
    expect(batch?.isSettled).toBe(true);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
    expect(await rowsOfModel()).toHaveLength(1);
  });

  it('are held for again after a start, and charged by it', async () => {
    const { id } = await begin();
    const before = held();
    await gateway.stop({ keepUpstreams: true });
    gateway = Object.assign(await start(), { upstream: gateway.upstream });
    expect(held()).toBe(before);
    vendor.end(id, 'completed', [answered(), answered()]);
    await lookNow();
    expect(held()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
    expect(gateway.core.quotaBook.balanceOf(user.id)).toBe(QUOTA - TWO_POINTS);
  });

  it('are no more than a hundred under way, however many are begun at once', async () => {
    const file = await upload([request()]);
    const some = Array.from({ length: 120 }, () =>
      client.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' }).then(
        () => 200,
        ({ status }: InstanceType<typeof OpenAI.APIError>) => status,
      ),
    );
    const outcomes = await Promise.all(some);
    expect(outcomes.filter((status) => status === 200)).toHaveLength(100);
    expect(outcomes.filter((status) => status === 429)).toHaveLength(20);
    expect(vendor.batchCount).toBe(100);
    expect(await setAside()).toBe(held());
  });

  it('that cannot be written down are not begun', async () => {
    vi.spyOn(gateway.store.db, 'insertInto').mockImplementationOnce(() => {
      throw new Error('no database');
    });
    await expect(begin()).rejects.toMatchObject({ status: 500 });
    expect(vendor.batchCount).toBe(0);
    expect(held()).toBe(0);
  });

  it('whose name cannot be written down are cancelled at the vendor, and found by a later look', async () => {
    vi.spyOn(gateway.core.relay.batches, 'begin').mockRejectedValueOnce(new Error('no database'));
    await expect(begin()).rejects.toMatchObject({ status: 503 });
    expect([...vendor.objects.values()].filter(({ object }) => object === 'batch')).toMatchObject([
      { status: 'cancelling' },
    ]);
    expect(held()).toBeGreaterThan(0);
    await lookNow();
    const [batch] = (await client.batches.list()).data;
    vendor.end(batch?.id ?? '', 'cancelled', null);
    await lookNow();
    expect(held()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA);
  });

  it('that the vendor refuses hold nothing', async () => {
    const budget = await gateway.seed.budget(
      { userId: user.id },
      { unit: 'requests', model: 'm', points: 3 },
    );
    const file = await upload([request()]);
    vendor.beforeAnswer = async () => {
      if (gateway.upstream(channel).received.at(-1)?.path === '/v1/batches') vendor.refuses = 400;
    };
    const begun = client.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' });
    await expect(begun).rejects.toMatchObject({ status: 400 });
    expect(held()).toBe(0);
    expect(await setAside()).toBe(0);
    expect(gateway.core.countBook.useOf({ budgetId: budget.id, periodStart: 0 })?.held).toBe(0);
  });

  it('whose begin was never answered are found at the vendor, also after a start, and charged once', async () => {
    vendor.losesBegin = 'made';
    await expect(begin()).rejects.toMatchObject({ status: 502 });
    const before = held();
    expect(before).toBeGreaterThan(0);
    expect(await setAside()).toBe(before);
    expect((await client.batches.list()).data).toEqual([]);

    await gateway.stop({ keepUpstreams: true });
    gateway = Object.assign(await start(), { upstream: gateway.upstream });
    expect(held()).toBe(before);
    const begun = [...vendor.objects.values()].find(({ object }) => object === 'batch');
    const id = String(begun?.id);
    await lookNow();
    expect(await gateway.core.relay.batches.find(user.id, id)).toMatchObject({ isSettled: false });
    vendor.end(id, 'completed', [answered(), answered()]);
    await lookNow();
    expect(held()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
    expect(await rowsOfModel()).toHaveLength(1);
  });

  it('whose begin was answered while their user had no memory left are found, too', async () => {
    const file = await upload([request(), request()]);
    const { bodyBudget } = gateway.core.relay;
    const others = bodyBudget.open(user.id);
    vendor.beforeAnswer = async () => {
      if (gateway.upstream(channel).received.at(-1)?.path !== '/v1/batches') return;
      for (const bytes of [2 ** 20, 1]) while (others.tryTake(bytes));
    };
    const begun = client.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' });
    await expect(begun).rejects.toMatchObject({ status: 429 });
    others.release();
    vendor.beforeAnswer = async () => {};
    expect(vendor.batchCount).toBe(1);
    expect(await setAside()).toBeGreaterThan(0);
    await lookNow();
    const [batch] = (await client.batches.list()).data;
    vendor.end(batch?.id ?? '', 'completed', [answered(), answered()]);
    await lookNow();
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS);
    expect(await setAside()).toBe(0);
  });

  it('with one file are told apart where an answer was lost', async () => {
    const file = await upload([request(), request()]);
    const again = () =>
      client.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' });
    const first = await again();
    vendor.losesBegin = 'made';
    await expect(again()).rejects.toMatchObject({ status: 502 });
    await lookNow();
    const ids = (await client.batches.list()).data.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(first.id);
  });

  it('are found also behind many that others began after it', async () => {
    const file = await upload([request()]);
    vendor.losesBegin = 'made';
    const asked = { input_file_id: file.id, endpoint: CHAT, completion_window: '24h' } as const;
    await expect(client.batches.create(asked)).rejects.toMatchObject({ status: 502 });
    for (const others of [
      await gateway.seed.user({ quota: QUOTA }),
      await gateway.seed.user({ quota: QUOTA }),
    ])
      for (let at = 0; at < 60; at += 1) await begin([request()], clientOf(others.token));
    await lookNow();
    expect((await client.batches.list()).data).toMatchObject([{ input_file_id: file.id }]);
  });

  it('that a vendor has not begun are given up, but not at once', async () => {
    vendor.losesBegin = 'not_made';
    await expect(begin()).rejects.toMatchObject({ status: 502 });
    await lookNow();
    expect(held()).toBeGreaterThan(0);
    await gateway.store.db
      .updateTable('batches')
      .set((eb) => ({ created_at: eb('created_at', '-', 7_200) }))
      .execute();
    await lookNow();
    expect(held()).toBe(0);
    expect(await setAside()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA);
  });

  it('are begun and charged also where their caller has left', async () => {
    const file = await upload([request()]);
    const leaving = new AbortController();
    vendor.beforeAnswer = async () => {
      if (gateway.upstream(channel).received.at(-1)?.path !== '/v1/batches') return;
      leaving.abort();
      await vi.waitFor(() => expect(gateway.openAnswers()).toBe(0));
    };
    const asked = { input_file_id: file.id, endpoint: CHAT, completion_window: '24h' } as const;
    await expect(client.batches.create(asked, { signal: leaving.signal })).rejects.toThrow();
    await vi.waitFor(async () => expect((await client.batches.list()).data).toHaveLength(1));
    expect(held()).toBeGreaterThan(0);
  });

  it('that the database does not take keep what is held, and are charged later', async () => {
    const { id } = await begin();
    const before = held();
    vendor.end(id, 'completed', [answered()]);
    vi.spyOn(gateway.store.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('no database');
    });
    await lookNow();
    expect(held()).toBe(before);
    await lookNow();
    expect(held()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - TWO_POINTS / 2);
  });

  it('wait where the vendor or the channel is away', async () => {
    const { id } = await begin();
    vendor.end(id, 'completed', [answered()]);
    vendor.refuses = 404;
    await lookNow();
    expect(held()).toBeGreaterThan(0);
    await gateway.store.db.updateTable('batches').set({ created_at: 1 }).execute();
    await lookNow();
    expect(held()).toBe(0);
    expect(await rowsOfModel()).toMatchObject([{ quota: 0, metadata: { charged_by: 'nothing' } }]);
  });
});
