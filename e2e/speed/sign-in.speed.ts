import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { callsDuring } from '../support/calls-during.ts';
import { percentile } from '../support/health-prober.ts';
import { PASSWORD, startSite } from '../support/site.ts';

const whole = readFileSync(
  new URL('../../server/test/recordings/openai-chat/hello.json', import.meta.url),
  'utf8',
);
const BURSTS = 6;
const SIGN_INS = 50;

it('fifty sign-ins at once add at most 20 ms to the p99 of relayed calls', async () => {
  const { turnpike, root } = await startSite();
  const upstream = createServer((request, response) => {
    request.resume().once('end', () => sendJson(response, 200, whole));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  await root.createChannel({ base_url: `http://127.0.0.1:${port}`, models: 'm' });
  await root.createPrice('m', 0.001, 0.001);
  await root.liftRateLimit();
  const { key } = await root.createToken();
  await root.createUser('ann', 1);

  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Say hello' }] });
  const call = async () => {
    const startedAt = performance.now();
    const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    await answer.text();
    expect(answer.status).toBe(200);
    return performance.now() - startedAt;
  };
  const signIns = () =>
    Promise.all(
      Array.from({ length: SIGN_INS }, async () => {
        const answer = await fetch(`${turnpike.url}/api/user/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'ann', password: PASSWORD }),
        });
        await answer.text();
        expect(answer.status).toBe(200);
      }),
    );
  await signIns();
  await callsDuring(call, delay(1000));

  const quiet: number[] = [];
  const busy: number[] = [];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    quiet.push(...(await callsDuring(call, delay(1000))));
    busy.push(...(await callsDuring(call, signIns())));
  }
  upstream.close();
  await turnpike.stop();

  for (const list of [quiet, busy]) list.sort((a, b) => a - b);
  const figures = { quiet: percentile(quiet, 99), busy: percentile(busy, 99), calls: busy.length };
  expect(figures.busy - figures.quiet).toBeLessThan(20);
});
