import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { HealthProber, percentile } from '../support/health-prober.ts';
import { bodyOf } from '../support/large-body.ts';
import { startSite } from '../support/site.ts';

const whole = readFileSync(
  new URL('../../server/test/recordings/openai-chat/hello.json', import.meta.url),
  'utf8',
);

it('the gateway goes on answering others while ten bodies of 30 MB are read', async () => {
  // A quarter of it is one user's share: room for ten bodies.
  const { turnpike, root } = await startSite({ env: { TURNPIKE_BODY_MEMORY: String(2 ** 31) } });
  // Reads and forgets: what a vendor's server does with its bodies must not be measured.
  const sink = createServer((request, response) => {
    request.resume().once('end', () => sendJson(response, 200, whole));
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port } = sink.address() as AddressInfo;
  await root.createChannel({ base_url: `http://127.0.0.1:${port}`, models: 'm' });
  // Next to nothing, so that the balance pays for the largest input.
  await root.createPrice('m', 0.001, 0.001);
  const { key } = await root.createToken();
  const post = (body: Uint8Array) =>
    fetch(`${turnpike.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
  const body = bodyOf(30_000_000);
  await (await post(body)).text();

  const prober = new HealthProber(turnpike.url);
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const answer = await post(body);
      await answer.text();
      return answer.status;
    }),
  );
  const busy = await prober.stop();
  sink.close();
  await turnpike.stop();

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(busy.length).toBeGreaterThan(20);
  expect(percentile(busy, 99)).toBeLessThan(50);
});
