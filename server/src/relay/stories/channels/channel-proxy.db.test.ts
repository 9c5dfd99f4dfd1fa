import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { TestProxy } from '../../../../test/support/test-proxy.ts';

const call = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

describe.each(anyDatabase)('a channel behind a proxy, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  let proxy: TestProxy;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    vendor = await FakeUpstream.start();
    proxy = await TestProxy.start('http', { username: 'me', password: 'pw' });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
    await proxy.stop();
    await drop();
  });

  const authority = () => vendor.url.slice('http://'.length);

  it('is called through it, whole and streamed', async () => {
    await gateway.seed.channel({ model: 'm', baseUrl: vendor.url, proxy: proxy.url('me:pw') });
    expect((await gateway.post(user.token, call)).status).toBe(200);
    const streamed = await gateway.post(user.token, { ...call, stream: true });
    expect(streamed.status).toBe(200);
    await streamed.text();
    expect(vendor.received).toHaveLength(2);
    expect(new Set(proxy.asked)).toEqual(new Set([authority()]));
  });

  it('tells the proxy a session that stays the same for a key', async () => {
    await proxy.stop();
    proxy = await TestProxy.start('http');
    await gateway.seed.channel({
      ...{ model: 'm', baseUrl: vendor.url, channelKey: 'the-key' },
      proxy: proxy.url('me-%s:pw'),
    });
    expect((await gateway.post(user.token, call)).status).toBe(200);
    // The first 16 hex digits of the key's SHA-256.
    expect(proxy.who).toEqual(['me-ad44dc8e51cfbfa5:pw']);
  });

  it('gives way to another channel where the proxy fails, and pauses', async () => {
    const broken = { model: 'm', baseUrl: vendor.url, priority: 5 };
    const { id } = await gateway.seed.channel({ ...broken, proxy: proxy.url('me:wrong-secret') });
    const fallback = await gateway.seed.channel({ model: 'm' });
    for (let i = 0; i < 2; i++) expect((await gateway.post(user.token, call)).status).toBe(200);

    expect(vendor.received).toHaveLength(0);
    expect(gateway.upstream(fallback).received).toHaveLength(2);
    expect(proxy.asked).toHaveLength(1);
    const rows = await gateway.logRowsOf(user);
    expect(JSON.stringify(rows)).toContain('upstream.proxy_refused');
    expect(JSON.stringify(rows)).toContain(String(id));
    expect(JSON.stringify(rows)).not.toContain('wrong-secret');
  });

  it('says that it is the proxy that failed', async () => {
    const url = proxy.url('me:pw');
    await proxy.stop();
    await gateway.seed.channel({ model: 'm', baseUrl: vendor.url, proxy: url });
    const reply = await gateway.post(user.token, call);
    expect(reply.status).toBe(502);
    const text = await reply.text();
    expect(text).toContain('upstream_proxy_unreachable');
    expect(text).not.toContain('localhost');
    expect(vendor.received).toHaveLength(0);
    proxy = await TestProxy.start('http');
  });

  it('is never called without it', async () => {
    await gateway.seed.channel({ model: 'm', baseUrl: vendor.url, proxy: 'not a proxy' });
    expect((await gateway.post(user.token, call)).ok).toBe(false);
    expect(vendor.received).toHaveLength(0);
  });
});
