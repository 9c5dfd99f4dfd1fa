import { describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { startTestGateway } from '../../test/support/test-gateway.ts';

describe.each(databases)('an upstream that counts reasoning beside the completion, on $name', ({ open }) => {
  it.each([
    { stream: false, recording: 'reasoning-beside.json', points: 291 + 3 * (26 + 189) },
    { stream: true, recording: 'reasoning-beside.chunks.txt', points: 291 + 3 * (26 + 196) },
  ])('is paid for both, streamed: $stream', async ({ stream, recording, points }) => {
    const database = await open();
    const gateway = await startTestGateway({ databaseUrl: database.url });
    const user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).plays(`openai-chat/${recording}`);

    const chat = { model: 'm', messages: [{ role: 'user', content: 'Weather in Oslo?' }], stream };
    await (await gateway.post(user.token, chat)).text();

    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: points, ended_by: 'completed' }]);
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - points);
    await gateway.stop();
    await database.drop();
  });
});
