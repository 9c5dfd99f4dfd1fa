import { channelCalls, channelEditCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const AZURE = 3;
const OPENAI = 1;

describe.each(databases)('edits of many channels on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
  });
  beforeEach(() => {
    site.changed.length = 0;
  });
  afterAll(() => site.stop());

  const { deleteModel, setApiVersion } = channelEditCalls;
  const make = async (given: object): Promise<number> => {
    const input = { type: OPENAI, name: 'one of many', key: 'sk-upstream-0123456789', ...given };
    const { body } = await site.ask(channelCalls.create, { as: admin, input });
    site.changed.length = 0;
    return body.data.id;
  };
  const azure = (given: object) =>
    make({ type: AZURE, base_url: 'https://a.example', models: 'gpt-4o', ...given });
  const shown = async (id: number) =>
    (await site.ask(channelCalls.get, { as: admin, params: { id } })).body.data;

  it('deletes a model where others are left, and says why a channel stays as it is', async () => {
    const model = 'old-model';
    const two = await make({ models: `${model},new-model`, test_model: model });
    const more = await make({ models: `a,${model},b,${model}-mini`, test_model: 'b' });
    const only = await make({ models: model });
    const without = await make({ models: `${model}-mini,${model}*` });
    const before = await Promise.all([only, without].map(shown));
    const ids = [two, 99_999, only, more, without, two];

    const { status, body } = await site.ask(deleteModel, { as: admin, input: { ids, value: ` ${model} ` } });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ success: true, message: '', data: 2, done: [two, more] },
      failed: [
        { id: 99_999, code: 'channel.not_found' },
        { id: only, code: 'channel.only_model' },
        { id: without, code: 'channel.model_not_listed' },
      ],
    });
    expect(await shown(two)).toMatchObject({ models: 'new-model', test_model: '' });
    expect(await shown(more)).toMatchObject({ models: `a,b,${model}-mini`, test_model: 'b' });
    expect(await Promise.all([only, without].map(shown))).toEqual(before);
    expect(site.changed).toEqual(['routing']);
  });

  it('leaves nothing to report of a model that it deleted', async () => {
    const id = await make({ models: 'gone,stays' });
    const news = { models_missing: '["gone","stays"]', models_added: '["offered"]' };
    await site.db.updateTable('channels').set(news).where('id', '=', id).execute();
    await site.ask(deleteModel, { as: admin, input: { ids: [id], value: 'gone' } });
    expect(await shown(id)).toMatchObject({ models_missing: ['stays'], models_added: ['offered'] });
  });

  it('replaces the version of the API where there is one', async () => {
    const old = await azure({ other: '2024-05-01-preview' });
    const empty = await azure({});
    const same = await azure({ other: '2024-10-21' });
    const openAi = await make({ models: 'gpt-4o' });
    const ids = [old, empty, same, openAi];

    const { body } = await site.ask(setApiVersion, { as: admin, input: { ids, value: '2024-10-21' } });

    expect(body).toMatchObject({
      ...{ data: 2, done: [old, empty] },
      failed: [
        { id: same, code: 'channel.same_api_version' },
        { id: openAi, code: 'channel.no_api_version' },
      ],
    });
    for (const id of [old, empty, same]) expect(await shown(id)).toMatchObject({ other: '2024-10-21' });
    expect(await shown(openAi)).toMatchObject({ other: '' });
    expect(site.changed).toEqual(['routing']);
  });

  it('routes nothing anew where nothing was changed', async () => {
    const id = await make({ models: 'only' });
    const { body } = await site.ask(deleteModel, { as: admin, input: { ids: [id], value: 'only' } });
    expect(body).toMatchObject({ data: 0, done: [] });
    expect(site.changed).toEqual([]);
  });

  it.each([
    ['no model', deleteModel, { value: '  ' }, 'value', 'required'],
    ['several models', deleteModel, { value: 'a,b' }, 'value', 'channel.one_model'],
    ['no version', setApiVersion, { value: '' }, 'value', 'required'],
    ['a line break', setApiVersion, { value: 'a\nb' }, 'value', 'text.control_characters'],
    ['no channels', deleteModel, { ids: [], value: 'a' }, 'ids', 'too_small'],
    ['too many channels', deleteModel, { ids: Array(101).fill(1), value: 'a' }, 'ids', 'too_big'],
  ] as const)('refuses %s', async (_what, call, given, field, code) => {
    const input = { ids: [1], ...given };
    expect(await site.ask(call, { as: admin, input })).toMatchObject({
      ...{ status: 400, body: { fields: [{ field, code }] } },
    });
  });
});
