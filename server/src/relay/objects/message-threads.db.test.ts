import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { holdsThreads } from '../../../test/upstreams/anthropic-threads.ts';

const BETA = 'message-threads-2026-08-12';
const CREATE = { type: 'create' };
const goOn = (previous_message_id: string) => ({ type: 'continue', previous_message_id });

interface Reply {
  status: number;
  id: string;
  text: string;
  details: unknown;
  errorCode: string | null;
}

describe('message threads of Anthropic', () => {
  let gateway: TestGateway;
  let channel: { id: number };
  beforeAll(async () => {
    gateway = await startTestGateway();
    for (const model of ['claude', 'mixed', 'chat-only', 'two'])
      await gateway.seed.price({ model, input: 1, output: 5 });
    channel = await gateway.seed.channel({ model: 'claude', type: 14, keys: ['sk-A', 'sk-B', 'sk-C'] });
    holdsThreads(gateway.upstream(channel));
    await gateway.seed.channel({ model: 'chat-only' });
    await gateway.seed.channel({ model: 'mixed' });
    holdsThreads(
      gateway.upstream(await gateway.seed.channel({ model: 'mixed', type: 14, channelKey: 'sk-M' })),
    );
    for (const channelKey of ['sk-1', 'sk-2'])
      holdsThreads(gateway.upstream(await gateway.seed.channel({ model: 'two', type: 14, channelKey })));
  });
  afterAll(() => gateway.stop());

  async function say(
    token: string,
    {
      model = 'claude',
      text = 'Hi',
      stream = false,
      path = '/v1/messages',
      ...body
    }: Record<string, unknown>,
  ): Promise<Reply> {
    const reply = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'x-api-key': token, 'content-type': 'application/json', 'anthropic-beta': BETA },
      body: JSON.stringify({
        ...{ model, stream, max_tokens: 10, messages: [{ role: 'user', content: text }] },
        ...body,
      }),
    });
    const written = await reply.text();
    return {
      status: reply.status,
      id: /"id":"(msg_[^"]+)"/.exec(written)?.[1] ?? '',
      text: written,
      details: reply.status === 200 ? null : JSON.parse(written).error.details,
      errorCode: reply.headers.get('x-error-code'),
    };
  }

  it.each([{ stream: false }, { stream: true }])(
    'continue at the channel and key that hold them, with the whole conversation: stream $stream',
    async ({ stream }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      for (const model of ['claude', 'two', 'mixed', 'claude']) {
        let reply = await say(user.token, { model, stream, thread: CREATE, system: 'You are a pirate' });
        for (let turn = 0; turn < 4; turn += 1) {
          expect(reply.status).toBe(200);
          reply = await say(user.token, { model, stream, thread: goOn(reply.id) });
        }
      }
    },
  );

  it('are not found by other users, nor by an id that no message had', async () => {
    const owner = await gateway.seed.user({ quota: 1_000_000 });
    const other = await gateway.seed.user({ quota: 1_000_000 });
    const { id } = await say(owner.token, { thread: CREATE, text: 'My secret' });
    const before = gateway.upstream(channel).received.length;

    for (const one of [id, 'msg_unknown'])
      expect(await say(other.token, { thread: goOn(one) })).toMatchObject({
        status: 404,
        errorCode: 'thread.not_found',
        details: { error_code: 'thread_not_found' },
      });
    expect(gateway.upstream(channel).received.length).toBe(before);
  });

  it('are refused where the text in them costs more than the balance', async () => {
    const user = await gateway.seed.user({ quota: 50_000 });
    const first = await say(user.token, { thread: CREATE, text: 'long '.repeat(16_000) });
    const second = await say(user.token, { thread: goOn(first.id) });
    const left = await gateway.quotaOf(user);
    expect(left).toBeLessThan(10_000);

    const refused = await say(user.token, { thread: goOn(second.id) });

    expect(refused).toMatchObject({ status: 402, errorCode: 'quota.insufficient' });
    expect(await gateway.quotaOf(user)).toBe(left);
    for (const { quota, metadata } of await gateway.logRowsOf(user)) {
      expect(quota).toBeGreaterThan(20_000);
      expect(metadata?.shortfall).toBeUndefined();
    }
  });

  it('are refused as unsupported where no channel holds them, and created where one does', async () => {
    const user = await gateway.seed.user({ quota: 1_000_000 });
    const unsupported = {
      status: 400,
      details: { error_code: 'thread_unsupported_request', unsupported: ['model'] },
    };
    expect(await say(user.token, { model: 'chat-only', thread: CREATE })).toMatchObject(unsupported);
    expect(await say(user.token, { model: 'chat-only', thread: goOn('msg_1') })).toMatchObject(unsupported);
    expect(await say(user.token, { model: 'chat-only', thread: null })).toMatchObject({ status: 200 });
    const counted = { path: '/v1/messages/count_tokens', max_tokens: undefined, stream: undefined };
    expect(await say(user.token, { ...counted, thread: CREATE })).toMatchObject(unsupported);
    expect(await say(user.token, { thread: 'msg_1' })).toMatchObject({
      status: 400,
      errorCode: 'request.invalid',
    });
    expect(await say(user.token, { thread: { type: 'fork' } })).toMatchObject({ status: 400 });
  });

  it("pass the vendor's own kinds of errors on", async () => {
    const user = await gateway.seed.user({ quota: 1_000_000 });
    const { id } = await say(user.token, { thread: CREATE });
    expect((await say(user.token, { thread: goOn(id) })).status).toBe(200);

    expect(await say(user.token, { thread: goOn(id) })).toMatchObject({
      status: 400,
      details: { error_code: 'thread_already_continued' },
    });
    const { id: another } = await say(user.token, { thread: CREATE });
    expect(await say(user.token, { thread: goOn(another), system: 'New' })).toMatchObject({
      status: 400,
      details: { error_code: 'thread_fingerprint_mismatch' },
    });
  });

  it('are not found where the vendor has lost them, or their channel is turned off', async () => {
    const user = await gateway.seed.user({ quota: 1_000_000 });
    const lost = await gateway.seed.channel({ model: 'lost', type: 14, channelKey: 'sk-L' });
    await gateway.seed.price({ model: 'lost', input: 1, output: 5 });
    holdsThreads(gateway.upstream(lost));
    const { id } = await say(user.token, { model: 'lost', thread: CREATE });
    holdsThreads(gateway.upstream(lost));
    const notFound = { status: 404, details: { error_code: 'thread_not_found' } };

    expect(await say(user.token, { model: 'lost', thread: goOn(id) })).toMatchObject(notFound);
    const { id: off } = await say(user.token, { model: 'lost', thread: CREATE });
    await gateway.seed.channel({ model: 'lost', type: 14, channelKey: 'sk-other' });
    await gateway.store.db.updateTable('channels').set({ status: 2 }).where('id', '=', lost.id).execute();
    await gateway.core.routing.reload();
    expect(await say(user.token, { model: 'lost', thread: goOn(off) })).toMatchObject(notFound);
  });
});
