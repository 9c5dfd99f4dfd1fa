import { channelCalls, modelStatusCalls, optionCalls, priceCalls, role, siteCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { channelHealthJob } from '../../jobs/channel-health-job.ts';
import type { ChannelHealth } from '../../relay/learned/channel-health.ts';
import type { ModelHours } from '../../relay/learned/model-hours.ts';

describe.each(databases)('the public status of models on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let modelHours: ModelHours;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    modelHours = site.deps.modelHours as ModelHours;
    const input = { type: 1000, name: 'Secret channel', key: '' };
    for (const [models, group] of [
      ['open,wild-*', 'default'],
      ['hidden', 'vip'],
    ])
      await site.ask(channelCalls.create, { as: admin, input: { ...input, models, group } });
    for (const model of ['open', 'hidden', 'wild-*'])
      await site.ask(priceCalls.create, {
        as: admin,
        input: { model, type: 'times', channel_type: 1000, input: 1, output: 0 },
      });
  });
  afterAll(() => site.stop());

  const turn = async (value: 'true' | 'false') =>
    site.ask(optionCalls.update, {
      as: await site.root(),
      input: { key: 'ModelStatusPageEnabled', value },
    });
  const read = () => site.ask(modelStatusCalls.read);
  const play = (model: string, calls: number, failures: number) => {
    for (let call = 0; call < calls; call += 1) modelHours.note(model, call < failures ? null : 500);
  };
  const store = () =>
    channelHealthJob({
      ...{ health: site.deps.health as ChannelHealth, modelHours, db: site.db, clock: site.deps.clock },
    }).run({ signal: new AbortController().signal, lastRunAt: null });

  it('is there only while the option is on', async () => {
    expect(await read()).toMatchObject({ status: 404, body: { code: 'site.status_page_off' } });
    expect((await site.ask(siteCalls.status)).body.data.model_status_page).toBe(false);
    await turn('true');
    expect((await read()).status).toBe(200);
    expect((await site.ask(siteCalls.status)).body.data.model_status_page).toBe(true);
  });

  it('shows strangers shares of the models that they may use, stored or not, and nothing else', async () => {
    play('open', 10, 1);
    await store();
    play('open', 10, 0);
    await store();
    play('open', 20, 3);
    play('hidden', 50, 50);
    play('wild-*', 9, 9);
    site.passTime(31);
    const { body } = await read();
    const { models, ...page } = body.data;
    expect(models).toEqual([
      {
        model: 'open',
        owned_by: 'Demo',
        state: 'degraded',
        percent: 90,
        first_byte_ms: 500,
        hours: expect.any(Array),
      },
      {
        model: 'wild-*',
        owned_by: 'Demo',
        state: 'idle',
        percent: null,
        first_byte_ms: null,
        hours: expect.any(Array),
      },
    ]);
    expect(models[0].hours.filter((share: number | null) => share !== null)).toEqual([90]);
    expect(page).toEqual({ updated_at: site.now(), first_hour: expect.any(Number), hour_count: 24 });
    expect(JSON.stringify(body)).not.toMatch(/Secret|hidden|\b40\b/);
  });

  it('is read once in half a minute, however many ask', async () => {
    play('open', 1000, 1000);
    const [first, second] = await Promise.all([read(), read()]);
    expect([first.body.data.models[0].percent, second.body.data.models[0].percent]).toEqual([90, 90]);
    site.passTime(30);
    expect((await read()).body.data.models[0]).toMatchObject({ state: 'down', percent: 3 });
    await turn('false');
    expect((await read()).status).toBe(404);
  });

  it('forgets hours that it does not show', async () => {
    await store();
    expect(await site.db.selectFrom('model_health_hours').select('model').execute()).not.toEqual([]);
    site.passTime(3 * 86_400);
    await store();
    expect(await site.db.selectFrom('model_health_hours').select('model').execute()).toEqual([]);
  });
});
