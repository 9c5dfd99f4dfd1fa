import { channelCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { modelWatchJob } from '../../jobs/model-watch-job.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { watchModels } from './model-watch.ts';

const { create, get, update, dismissModels } = channelCalls;
const DAY = 86_400;
const input = { type: 1, name: 'watched', key: 'sk-upstream-0123456789', models: 'a,b' };

describe.each(databases)('the daily look at lists of models on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let asked: number[];
  let offered: string[] | Error;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    await site.db.updateTable('channels').set({ status: 2 }).execute();
    asked = [];
    offered = ['a', 'b'];
    site.fakes.inquiries.listModels = async (channel) => {
      asked.push(channel.id);
      if (offered instanceof Error) throw offered;
      return offered;
    };
  });

  const make = async (given: object = {}): Promise<number> =>
    (await site.ask(create, { as: admin, input: { ...input, ...given } })).body.data.id;
  const shown = async (id: number) => (await site.ask(get, { as: admin, params: { id } })).body.data;
  const change = (id: number, given: object) =>
    site.ask(update, { as: admin, input: { id, ...given } }).then(({ body }) => body.data);
  const dismiss = (id: number) =>
    site.ask(dismissModels, { as: admin, params: { id } }).then(({ body }) => body.data);
  /** Models that the upstream lists the next day. */
  const look = async (names: string[] | Error) => {
    offered = names;
    site.passTime(DAY);
    await watchModels(site.deps, AbortSignal.timeout(10_000));
  };
  const news = (models_added: string[], models_missing: string[]) => ({ models_added, models_missing });

  it('tells at first what is missing, and of the rest what comes later', async () => {
    const id = await make();
    expect(await shown(id)).toMatchObject({ ...news([], []), models_checked_time: 0 });
    await look(['a', 'x', 'y']);
    expect(await shown(id)).toMatchObject({ ...news([], ['b']), models_checked_time: site.now() });
    await look(['a', 'x', 'new']);
    await look(['a', 'b', 'new', 'newer']);
    expect(await shown(id)).toMatchObject(news(['new', 'newer'], []));
    await look(['a', 'b', 'newer']);
    expect(await shown(id)).toMatchObject(news(['newer'], []));
  });

  it('asks once a day, only channels that are enabled and whose upstream has a list', async () => {
    const id = await make();
    const off = await make();
    await change(off, { status: 2 });
    await make({ type: 1000, key: '' });
    await look(['a']);
    await watchModels(site.deps, AbortSignal.timeout(10_000));
    site.passTime(DAY - 1);
    await watchModels(site.deps, AbortSignal.timeout(10_000));
    expect(asked).toEqual([id]);
    await look(['a']);
    expect(asked).toEqual([id, id]);
  });

  it('keeps what it knows where an upstream fails or lists nothing, and asks the next day', async () => {
    const id = await make();
    await look(['a']);
    for (const answer of [new GatewayError('upstream.timeout'), new Error('odd'), []]) await look(answer);
    expect(await shown(id)).toMatchObject({ ...news([], ['b']), models_checked_time: site.now() });
    expect(asked).toHaveLength(4);
    await look(['a', 'b', 'new']);
    expect(await shown(id)).toMatchObject(news(['new'], []));
  });

  it('follows mappings and names with a star', async () => {
    const id = await make({ models: 'alias,gpt-*', model_mapping: '{"alias":"+real"}' });
    await look(['real', 'gpt-5']);
    await look(['real', 'gpt-5', 'gpt-6', 'other']);
    expect(await shown(id)).toMatchObject(news(['other'], []));
  });

  it('has no news of what was taken', async () => {
    const id = await make();
    await look(['a', 'c']);
    await look(['a', 'c', 'new', 'newer']);
    expect(await change(id, { models: 'a,new' })).toMatchObject(news(['newer'], []));
    expect(await change(id, { model_mapping: '{"a":"newer"}' })).toMatchObject(news([], []));
    await look(['a', 'c', 'new', 'newer']);
    expect(await shown(id)).toMatchObject(news([], []));
  });

  it('does not tell again what was dismissed, unless it comes and goes', async () => {
    const id = await make();
    await look(['a']);
    await look(['a', 'new']);
    const { etag } = await shown(id);
    expect(await dismiss(id)).toMatchObject({ ...news([], []), etag });
    await look(['a', 'new']);
    expect(await shown(id)).toMatchObject(news([], []));
    await look(['a', 'b']);
    await look(['a', 'new']);
    expect(await shown(id)).toMatchObject(news(['new'], ['b']));
    expect((await site.ask(dismissModels, { as: admin, params: { id: 9999 } })).status).toBe(404);
  });

  it('begins anew with another account, also in the middle of a look', async () => {
    const id = await make();
    await look(['a']);
    expect(await change(id, { key: 'sk-of-another-account' })).toMatchObject({
      ...{ ...news([], []), models_checked_time: 0 },
    });
    const list = site.fakes.inquiries.listModels;
    site.fakes.inquiries.listModels = async (channel, signal) => {
      await change(id, { key: 'sk-of-a-third-account' });
      return list(channel, signal);
    };
    await look(['x']);
    expect(await shown(id)).toMatchObject({ ...news([], []), models_checked_time: 0 });
  });

  it('keeps of much news the first 200', async () => {
    const id = await make();
    await look(['a', 'b']);
    await look(['a', 'b', ...Array.from({ length: 500 }, (_, at) => `m${at}`)]);
    expect((await shown(id)).models_added).toHaveLength(200);
  });

  it('is made by a job, which a stop ends', async () => {
    const id = await make();
    const runner = new JobRunner(site.deps);
    runner.add([modelWatchJob(site.deps)]);
    await runner.look();
    site.passTime(700);
    await runner.look();
    await expect.poll(async () => (await shown(id)).models_checked_time).toBe(site.now());
    await runner.stop();
    expect(asked).toEqual([id]);
  });
});
