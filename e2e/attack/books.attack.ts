import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { eventually } from '../support/site.ts';
import { attack, booksOf, CALL_POINTS, EFFORT, healthOf } from './attack-site.ts';
import { runStatement } from './stored-data.ts';

const hello = (model = 'm') => ({ model, messages: [{ role: 'user', content: 'Say hello' }] });
const answerOf = (promptTokens: number, completionTokens: number) =>
  JSON.stringify({
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello!' } }],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens },
  });

attack('sets the limit of the key to zero during the call, to be answered for free', async (site) => {
  const thief = await site.account('thief', { token: { quota: 50_000 } });
  site.upstream.does(async (response) => {
    await thief.person.call('PUT', '/api/token/', { id: thief.tokenId, remain_quota: 0 });
    sendJson(response, 200, answerOf(9, 2000));
  });

  const answer = await site.chat(thief.tokenKey, hello());

  expect(answer.status).toBe(200);
  const { quotaOf } = await booksOf(site);
  await eventually(async () => (await quotaOf('thief')) === thief.openingQuota - (9 + 2000 * 3));
  expect((await site.chat(thief.tokenKey, hello())).status).toBe(429);
});

attack('keeps a limit of 40 points on the key and an upstream that answers without end', async (site) => {
  const thief = await site.account('thief', { token: { quota: 80 } });
  site.upstream.does((response) => sendJson(response, 200, answerOf(9, 5000)));

  const answer = await site.chat(thief.tokenKey, { ...hello(), max_tokens: 5 });

  expect(answer.status).toBe(200);
  const { quotaOf } = await booksOf(site);
  await eventually(async () => (await quotaOf('thief')) === thief.openingQuota - (9 + 5000 * 3));
  expect((await site.chat(thief.tokenKey, hello())).status).toBe(429);
});

attack('switches a key between limited and unlimited while its calls are being written', async (site) => {
  const thief = await site.account('thief', { token: { quota: 100_000 } });
  const rounds = 6 * EFFORT;
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const unlimited_quota = round % 2 === 1;
    const change = { id: thief.tokenId, unlimited_quota, remain_quota: unlimited_quota ? 0 : 40 };
    const calls = Array.from({ length: 10 }, () => site.chat(thief.tokenKey, { ...hello(), max_tokens: 2 }));
    await thief.person.call('PUT', '/api/token/', change);
    for (const answer of await Promise.all(calls)) if (answer.status === 200) answered += 1;
  }

  const { quotaOf } = await booksOf(site);
  await eventually(async () => (await quotaOf('thief')) === thief.openingQuota - answered * CALL_POINTS);
  expect(await healthOf(site)).toEqual({ status: 'ok', settlements: { waiting: 0, rejected: 0 } });
});

attack('races changes of a key’s limit that are refused with calls of the key', async (site) => {
  const thief = await site.account('thief', { token: { quota: 100 * CALL_POINTS } });
  const change = (remain_quota: number) =>
    thief.person
      .call('PUT', '/api/token/', { id: thief.tokenId, remain_quota, group: 'none' })
      .catch(() => {});
  const calls: Promise<Response>[] = [];
  for (let round = 0; round < 20 * EFFORT; round += 1) {
    calls.push(site.chat(thief.tokenKey, { ...hello(), max_tokens: 2 }));
    void change(2 ** 50 + round);
    await change(0);
  }
  const answered = (await Promise.all(calls)).filter(({ status }) => status === 200).length;

  expect(answered).toBeLessThanOrEqual(100);
  const { quotaOf } = await booksOf(site);
  await eventually(async () => (await quotaOf('thief')) === thief.openingQuota - answered * CALL_POINTS);
});

attack('leaves a charge that the database refuses, which would hold up everybody’s', async (site) => {
  const thief = await site.account('thief', { quota: 1000 });
  site.upstream.does(async (response) => {
    // Points that the gateway knows and the database does not: as after a restored backup, or an edit by hand.
    await runStatement(site, "update users set quota = 1 where username = 'thief'");
    sendJson(response, 200, answerOf(9, 300));
  });
  expect((await site.chat(thief.tokenKey, { ...hello(), max_tokens: 300 })).status).toBe(200);

  await eventually(async () => (await healthOf(site)).settlements.rejected === 1);
  expect((await healthOf(site)).status).toBe('degraded');
  const { quotaOf } = await booksOf(site);
  expect(await quotaOf('thief')).toBe(1);
  const refused = await site.root.call<{ data: object[] }>('GET', '/api/settlement/rejected');
  expect(refused.data).toMatchObject([{ username: 'thief', quota: 909 }]);
  await site.restart('kill');
  expect((await healthOf(site)).settlements.rejected).toBe(1);
  expect((await site.chat(thief.tokenKey, hello())).status).toBe(429);

  await runStatement(site, "update users set quota = 1000 where username = 'thief'");
  await site.root.call('POST', '/api/settlement/rejected/retry');

  await eventually(async () => (await healthOf(site)).settlements.rejected === 0);
  expect(await (await booksOf(site)).quotaOf('thief')).toBe(1000 - 909);
});
