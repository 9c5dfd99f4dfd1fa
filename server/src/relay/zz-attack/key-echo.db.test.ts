import { expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const KEY = 'sk-live-4f9Ab21cd7Ee8800';
it.each([1_000, 200_000, 1_500_000])(
  'an echoed key in an answer of %s bytes does not reach the caller',
  async (bytes) => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm', channelKey: KEY });
    gateway
      .upstream(channel)
      .does((response, r) =>
        sendJson(
          response,
          200,
          JSON.stringify({
            id: 'x',
            object: 'chat.completion',
            echoed: r.headers.authorization,
            choices: [
              {
                index: 0,
                message: {
                  role: 'assistant',
                  content: `${'word '.repeat(bytes / 5)}${r.headers.authorization}`,
                },
                finish_reason: 'stop',
              },
            ],
            usage: { prompt_tokens: 9, completion_tokens: 3 },
          }),
        ),
      );
    const user = await gateway.seed.user({ quota: 1_000_000_000 });
    const reply = await gateway.post(user.token, { model: 'm', messages: [{ role: 'user', content: 'hi' }] });
    const text = await reply.text();
    console.log(bytes, reply.status, text.length, text.split(KEY).length - 1);
    await gateway.stop();
    expect(text).not.toContain(KEY);
  },
);
it.each(['whole event', 'split over events', 'long event'])('streamed, %s', async (how) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm', channelKey: KEY });
  const ev = (content: string) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
  gateway.upstream(channel).does((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `${ev('hi')}${how === 'split over events' ? ev(KEY.slice(0, 12)) + ev(KEY.slice(12)) : ev((how === 'long event' ? 'word '.repeat(60_000) : '') + KEY)}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
    );
  });
  const user = await gateway.seed.user({ quota: 1_000_000_000 });
  const reply = await gateway.post(user.token, {
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  });
  const text = await reply.text();
  console.log(how, reply.status, text.length, text.includes(KEY));
  await gateway.stop();
  expect(text).not.toContain(KEY);
});
