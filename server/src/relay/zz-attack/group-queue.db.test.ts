import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

it('one member of a group cannot keep the others from its budget', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  await gateway.seed.budget({ group: 'default' }, { points: 10_000_000 });
  gateway.upstream(channel).does(async (response, { body }) => {
    if (body.max_tokens === 50) await wait(12_000);
    sendJson(response, 200, JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }], usage: { prompt_tokens: 9, completion_tokens: 2 } }));
  });
  const call = (max_tokens: number) => ({ model: 'm', max_tokens, messages: [{ role: 'user', content: 'hi' }] });
  const attacker = await gateway.seed.user({ quota: 20_000_000 });
  const victim = await gateway.seed.user({ quota: 1_000_000 });
  const ask = async (token: string, max: number) => { const began = Date.now(); const r = await gateway.post(token, call(max)); const t = await r.text(); return [r.status, Date.now() - began, r.headers.get('retry-after'), r.status === 200 ? '' : t.slice(0, 80)]; };
  console.log('before', await ask(victim.token, 20));
  const slow = ask(attacker.token, 50);
  await expect.poll(() => gateway.upstream(channel).received.length).toBe(2);
  let stop = false;
  const storm = (async () => { const all: Promise<unknown>[] = []; while (!stop) { all.push(ask(attacker.token, 9_999_900)); await wait(500); } return Promise.all(all); })();
  await wait(300);
  const during = await Promise.all([0, 700, 1500].map(async (ms) => { await wait(ms); return ask(victim.token, 20); }));
  console.log('during', during);
  stop = true;
  await slow; const stormed = await storm;
  console.log(stormed.slice(0, 3));
  await gateway.stop();
  expect(during.every(([status, ms]) => status === 200 && (ms as number) < 1_000)).toBe(true);
}, 40_000);
