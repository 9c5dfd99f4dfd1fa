import { expect, it } from 'vitest';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const KEY = 'sk-live-4f9Ab21cd7Ee8800';
it.each([
  ['masked key', 'Incorrect key sk-live-4f9A****8800'],
  ['escaped key', 'Incorrect key \\u0073k-live-4f9Ab21cd7Ee8800'],
  ['encoded key', `Incorrect key ${Buffer.from(KEY).toString('base64')}`],
  ['a host', 'no connection to http://10.0.0.5:8080/v1 (internal.example.net)'],
  ['an account', 'limit of org-AbCdEf123456 owner@example.com'],
])('%s in the error event of a stream', async (_what, message) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm', channelKey: KEY });
  const user = await gateway.seed.user({ quota: 1_000_000 });
  const texts: string[] = [];
  for (const begin of [
    '',
    'data: {"id":"x","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n',
  ])
    for (const code of ['server_error', 'invalid_request_error']) {
      gateway.upstream(channel).does((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          `${begin}data: {"error":{"message":"${message}","type":"${code}","code":"${code}"}}\n\n`,
        );
      });
      const reply = await gateway.post(user.token, {
        model: 'm',
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      });
      texts.push(`${reply.status} ${await reply.text()}`);
    }
  console.log(texts.map((t) => t.slice(0, 300)));
  await gateway.stop();
  for (const t of texts)
    expect.soft(t).not.toMatch(/4f9A|c2stbGl2ZS|10\.0\.0\.5|internal\.example|org-AbC|owner@/);
});
