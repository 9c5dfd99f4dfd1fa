import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { channelDialects } from './0009-channel-dialects.ts';

describe.each(databases)('the dialects of channels on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('are OpenAI’s chat for the channels that were there before', async () => {
    // As it was before the migration.
    await site.db.schema.alterTable('channels').dropColumn('dialects').execute();
    const row = {
      ...{ type: 8, status: 1, name: 'c', weight: 1, priority: 0 },
      ...{
        created_time: 0,
        base_url: 'https://up.example',
        other: '',
        models: 'm',
        group: 'default',
        tag: '',
      },
      ...{ model_mapping: '', test_model: '', disabled_stream: '[]', only_chat: 0, allow_private_network: 0 },
    };
    await site.db
      .insertInto('channels')
      .values(row as never)
      .execute();

    await channelDialects(site.db as never);

    const rows = await site.db.selectFrom('channels').select('dialects').execute();
    expect(rows).toEqual([{ dialects: '["openai-chat"]' }]);
  });
});
