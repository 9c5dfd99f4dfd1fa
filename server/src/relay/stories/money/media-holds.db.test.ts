import { expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';

const IMAGE_TOKENS = 4_784;
const OUTPUT_TOKENS = 10;
const CALL_POINTS = IMAGE_TOKENS + 9 + 3 * OUTPUT_TOKENS;

it.each(anyDatabase)(
  'pictures at addresses, asked about in parallel with money for three, on $name',
  async ({ open }) => {
    const database = await open();
    const gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does((response) => {
      const message = { role: 'assistant', content: 'A cat.' };
      const usage = {
        ...{ prompt_tokens: IMAGE_TOKENS + 9, completion_tokens: OUTPUT_TOKENS },
        prompt_tokens_details: { image_tokens: IMAGE_TOKENS },
      };
      sendJson(response, 200, JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage }));
    });
    const user = await gateway.seed.user({ quota: 3 * CALL_POINTS });
    const content = [{ type: 'image_url', image_url: { url: 'https://example.com/cat.png' } }];
    const ask = async () => {
      const messages = [{ role: 'user', content }];
      const reply = await gateway.post(user.token, { model: 'm', messages, max_tokens: OUTPUT_TOKENS });
      await reply.text();
      return reply.status;
    };

    await Promise.all(Array.from({ length: 20 }, ask));
    while ((await ask()) === 200);

    const paid = (await gateway.logRowsOf(user)).filter(({ quota }) => quota > 0);
    expect(paid.map(({ quota }) => quota)).toEqual(new Array(3).fill(CALL_POINTS));
    expect(paid.every(({ metadata }) => metadata?.shortfall === undefined)).toBe(true);
    expect(await gateway.quotaOf(user)).toBe(0);
    await gateway.stop();
    await database.drop();
  },
);
