import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { eventually } from '../support/site.ts';
import { type Account, type AttackSite, attack, EFFORT } from './attack-site.ts';
import { answerOf, hello } from './chat-texts.ts';

/** The token counter takes 200 texts at once. A call beyond them holds more. */
const CALLS = Math.min(60 * EFFORT, 200);
const PICTURE_BYTES = 2_000_000;
/** Some vendors' prompts and reasoning, which no request shows. */
const HIDDEN = { prompt: 5000, completion: 500 };
const ANSWER_PIECE = 64 * 1024;

attack('spends a balance for ten calls with sixty calls at once', async (site) => {
  for (const model of ['seen', 'hidden', 'picture', 'sound']) {
    await site.root.createChannel({ base_url: site.upstream.url, models: model });
    await site.root.createPrice(model, 1, 3);
  }

  const scout = await site.account('scout');
  // The text of a caller with a large balance is not counted, and more is held.
  const modest = await site.account('modest', { quota: 500 });
  const small = { ...hello('seen'), max_tokens: 20 };
  site.upstream.does((response) => sendJson(response, 200, answerOf(9, 20)));
  await site.chat(modest.tokenKey, small);
  const [firstRow] = await rowsOf(modest, 1);
  const heldPoints = firstRow?.metadata?.reserved ?? 0;
  expect(await spendAtOnce(site, { name: 'ten', quota: 10 * heldPoints, body: small, usage: [9, 20] })).toBe(
    10,
  );

  // The upstream counts more than the body has, and ignores the bound on its answer.
  const limited = { ...hello('hidden'), max_tokens: 10 };
  site.upstream.does((response) => sendJson(response, 200, answerOf(HIDDEN.prompt, HIDDEN.completion)));
  for (let call = 0; call < 5; call += 1) await site.chat(scout.tokenKey, limited);
  await rowsOf(scout, 5);
  // The text that is seen is held uncounted while it takes less than half of what is left.
  const seen = 60;
  const cost = HIDDEN.prompt + HIDDEN.completion * 3;
  const learned = { name: 'learned', quota: 10 * (cost + seen), body: limited };
  expect(await spendAtOnce(site, { ...learned, usage: [HIDDEN.prompt, HIDDEN.completion] })).toBe(10);

  const linked = { ...withPicture('https://example.com/a.png'), max_tokens: 20 };
  const manyPictures = { name: 'linked', quota: 50_000, body: linked };
  expect(await spendAtOnce(site, { ...manyPictures, usage: [4784, 20] })).toBeGreaterThan(1);

  const spoken = {
    ...{ ...hello('sound'), max_tokens: 100 },
    ...{ modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'mp3' } },
  };
  const sound = { name: 'spoken', quota: 130_000, body: spoken, usage: [9, 100] as [number, number] };
  const details = { completion_tokens_details: { audio_tokens: 100 } };
  expect(await spendAtOnce(site, { ...sound, details })).toBeGreaterThan(5);

  // Held as its 2 million letters, a picture would cost ten times what this balance has.
  const owner = await site.account('owner', { quota: 50_000 });
  site.upstream.does((response) => sendJson(response, 200, answerOf(4784, 20)));
  const picture = await site.chat(owner.tokenKey, { ...withPicture(picturesLetters()), max_tokens: 20 });
  expect(picture.status).toBe(200);
});

attack('leaves before the end, or has little left, to be answered for less', async (site) => {
  const long = { model: 'm', messages: [{ role: 'user', content: 'word '.repeat(4000) }] };

  const leaver = await site.account('leaver');
  await leaveBeforeAnswer(site, leaver, long);
  const [left] = await rowsOf(leaver, 1);
  expect(left).toMatchObject({ ended_by: 'client', completion_tokens: 0, metadata: { estimated: true } });
  expect(left?.quota).toBeGreaterThan(2500);
  expect(left?.quota).toBeLessThan(8000);
  expect(await leaver.person.quota()).toBe(leaver.openingQuota - (left?.quota ?? 0));

  await setOption(site, 'ChargeAbandonedInput', 'false');
  await leaveBeforeAnswer(site, leaver, long);
  expect((await rowsOf(leaver, 2)).map(({ quota }) => quota).sort()).toEqual([0, left?.quota]);
  await setOption(site, 'ChargeAbandonedInput', 'true');

  // The answer is there, the usage is on its way: reasoning that no text shows.
  const hasty = await site.account('hasty');
  await leaveBeforeUsage(site, hasty, { prompt_tokens: 9, completion_tokens: 500 });
  const [reasoned] = await rowsOf(hasty, 1);
  expect(reasoned).toMatchObject({ ended_by: 'client', completion_tokens: 500, quota: 9 + 500 * 3 });

  const reader = await site.account('reader');
  const { readBytes, sentBytes } = await readPartOfLongAnswer(site, reader);
  const [cut] = await rowsOf(reader, 1);
  expect(cut?.ended_by).toBe('client');
  expect(cut?.completion_tokens).toBeGreaterThanOrEqual(Math.floor((readBytes - 1000) / 4));
  expect(cut?.completion_tokens).toBeLessThanOrEqual(Math.ceil(sentBytes / 4));

  // The balance bounds the answer, by a member that this upstream refuses.
  const poor = await site.account('poor', { quota: 600 });
  site.upstream.does((response, { body }) => {
    if (body.max_completion_tokens !== undefined) return sendJson(response, 200, answerOf(9, 2));
    sendJson(response, 400, refusalOf('max_tokens'));
  });
  const before = site.upstream.received.length;
  expect((await site.chat(poor.tokenKey, hello())).status).toBe(200);
  expect(limitsOf(site, before)).toEqual(['max_tokens', 'max_completion_tokens']);
  await rowsOf(poor, 1);
  expect((await site.chat(poor.tokenKey, hello())).status).toBe(200);
  expect(limitsOf(site, before + 2)).toEqual(['max_completion_tokens']);
  await rowsOf(poor, 2);

  site.upstream.does((response, { body }) =>
    sendJson(
      response,
      400,
      refusalOf(body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'),
    ),
  );
  expect((await site.chat(poor.tokenKey, hello())).status).toBe(400);
  expect(limitsOf(site, before + 3)).toEqual(['max_completion_tokens', 'max_tokens']);
  expect((await rowsOf(poor, 3)).map(({ quota }) => quota).sort()).toEqual([0, 15, 15]);

  // It answers more than the bound anyway. The charge is the whole rest, and not a point more.
  site.upstream.does((response) => sendJson(response, 200, answerOf(9, 5000)));
  const rest = await poor.person.quota();
  expect((await site.chat(poor.tokenKey, hello())).status).toBe(200);
  const last = (await rowsOf(poor, 4)).find(({ completion_tokens }) => completion_tokens === 5000);
  expect(last).toMatchObject({ quota: rest, metadata: { shortfall: 9 + 5000 * 3 - rest } });
  expect(await poor.person.quota()).toBe(0);
  expect((await site.chat(poor.tokenKey, hello())).status).toBe(429);
});

/**
 * Makes all calls at once, and no call ends before each of them was admitted or refused.
 * @returns how many were answered, all of them charged wholly
 */
async function spendAtOnce(
  site: AttackSite,
  given: { name: string; quota: number; body: object; usage: [number, number]; details?: object },
): Promise<number> {
  const thief = await site.account(given.name, { quota: given.quota });
  const gate = Promise.withResolvers<void>();
  let admitted = 0;
  site.upstream.does(async (response) => {
    admitted += 1;
    await gate.promise;
    sendJson(response, 200, answerOf(...given.usage, given.details));
  });
  const refused: Response[] = [];
  const calls = Array.from({ length: CALLS }, async () => {
    const answer = await site.chat(thief.tokenKey, given.body);
    if (answer.status !== 200) refused.push(answer);
    await answer.arrayBuffer();
  });
  try {
    await eventually(async () => admitted + refused.length === CALLS, { withinMs: 30_000 });
  } finally {
    gate.resolve();
  }
  await Promise.all(calls);

  expect(new Set(refused.map(({ headers }) => headers.get('x-error-code')))).toEqual(
    new Set(['quota.insufficient']),
  );
  const rows = await rowsOf(thief, admitted);
  expect(rows.filter(({ metadata }) => metadata?.shortfall !== undefined)).toEqual([]);
  const charged = rows.reduce((sum, { quota }) => sum + quota, 0);
  expect(charged).toBeGreaterThan(0);
  expect(await thief.person.quota()).toBe(given.quota - charged);
  return admitted;
}

/** The account's log rows, once there are so many. */
const rowsOf = ({ person }: Account, count: number) =>
  eventually(
    async () => {
      const rows = await person.callRows();
      return rows.length >= count && rows;
    },
    { withinMs: 20_000 },
  );

const setOption = ({ root }: AttackSite, key: string, value: string): Promise<unknown> =>
  root.call('PUT', '/api/option/', { key, value });

const withPicture = (url: string) => ({
  model: 'picture',
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
});

/** A picture of 2 MB in base64, without a word that it is one. */
const picturesLetters = (): string =>
  Buffer.from(Uint8Array.from({ length: PICTURE_BYTES }, (_, at) => at * 73 + (at >> 7))).toString('base64');

/** Leaves as soon as the upstream has the request. */
async function leaveBeforeAnswer(site: AttackSite, { tokenKey }: Account, body: object): Promise<void> {
  const left = Promise.withResolvers<void>();
  const leaving = new AbortController();
  site.upstream.does((_response, request) => {
    void request.left.then(left.resolve);
    leaving.abort();
  });
  await site.chat(tokenKey, body, { signal: leaving.signal }).catch(() => {});
  await left.promise;
}

/** Leaves a stream after its last word; its usage is sent when the caller is gone. */
async function leaveBeforeUsage(site: AttackSite, { tokenKey }: Account, usage: object): Promise<void> {
  const gone = Promise.withResolvers<void>();
  site.upstream.does(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choice = { index: 0, delta: { content: '42' }, finish_reason: 'stop' };
    response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    await gone.promise;
    await wait(100);
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
  });
  const leaving = new AbortController();
  const answer = await site.chat(tokenKey, { ...hello(), stream: true }, { signal: leaving.signal });
  await answer.body?.getReader().read();
  leaving.abort();
  gone.resolve();
}

/** Reads half of a text of 3 MiB, which the upstream sends no further. */
async function readPartOfLongAnswer(
  site: AttackSite,
  { tokenKey }: Account,
): Promise<{ readBytes: number; sentBytes: number }> {
  let sentBytes = 0;
  site.upstream.does(async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    await write(response, '{"choices":[{"index":0,"message":{"role":"assistant","content":"');
    for (; sentBytes < 3 * 2 ** 20; sentBytes += ANSWER_PIECE) {
      await write(response, 'word '.repeat(ANSWER_PIECE / 5 + 1).slice(0, ANSWER_PIECE));
    }
  });
  const leaving = new AbortController();
  const answer = await site.chat(tokenKey, hello(), { signal: leaving.signal });
  let readBytes = 0;
  try {
    for await (const piece of answer.body ?? []) {
      readBytes += piece.length;
      if (readBytes >= 1.5 * 2 ** 20) break;
    }
  } finally {
    leaving.abort();
  }
  return { readBytes, sentBytes };
}

function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => resolve()));
}

const refusalOf = (member: string): string =>
  JSON.stringify({
    error: {
      ...{ message: `Unsupported parameter: '${member}'.`, type: 'invalid_request_error' },
      ...{ param: member, code: 'unsupported_parameter' },
    },
  });

/** Members by which requests from a number on were bounded. */
const limitsOf = ({ upstream }: AttackSite, from: number): string[] =>
  upstream.received
    .slice(from)
    .flatMap(({ body }) =>
      ['max_tokens', 'max_completion_tokens'].filter((member) => body[member] !== undefined),
    );
