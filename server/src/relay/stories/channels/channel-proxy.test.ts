import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import { TestProxy } from '../../../../test/support/test-proxy.ts';
import type { CallableChannelRow } from '../../../modules/routing/routing-rows.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createUpstreamClient, type UpstreamClient } from '../../../platform/net/upstream-client.ts';
import { readSettings } from '../../../settings/settings.ts';
import { createChannelInquiries } from '../../own-calls/ask-upstream.ts';
import { createChannelTest } from '../../own-calls/test-channel.ts';

describe('what is asked of a channel behind a proxy goes through it', () => {
  let upstreams: UpstreamClient;
  let vendor: FakeUpstream;
  let proxy: TestProxy;
  const { signal } = new AbortController();

  beforeEach(async () => {
    upstreams = createUpstreamClient(readSettings({}).timeouts);
    vendor = await FakeUpstream.start({ refuses: () => null });
    proxy = await TestProxy.start('socks5h');
  });
  afterEach(async () => {
    await upstreams.close();
    await vendor.stop();
    await proxy.stop();
  });

  const row = (given: Partial<CallableChannelRow>): CallableChannelRow => ({
    ...{ id: 1, type: 8, name: 'c', weight: 1, priority: 0, base_url: vendor.url, other: '', models: 'm' },
    ...{ group: 'default', model_mapping: '', disabled_stream: '[]', only_chat: 0, allow_private_network: 1 },
    ...{ dialects: '["openai-chat"]', channelKey: 'the-key', proxyUrl: proxy.url(), ...given },
  });
  const authority = () => vendor.url.slice('http://'.length);

  it('its list of models', async () => {
    vendor.does((response) => sendJson(response, 200, '{"object":"list","data":[{"id":"gpt-4o"}]}'));
    const inquiries = createChannelInquiries({ upstreams });
    expect(await inquiries.listModels(row({}), signal)).toEqual(['gpt-4o']);
    expect(proxy.asked).toEqual([authority()]);
  });

  it('its balance', async () => {
    vendor.does((response) =>
      sendJson(response, 200, '{"code":0,"data":{"available_balance":5},"status":true}'),
    );
    const inquiries = createChannelInquiries({ upstreams });
    expect(await inquiries.readBalance(row({ type: 29 }), signal)).toMatchObject({ amount: 5 });
    expect(proxy.asked).toEqual([authority()]);
  });

  it('its test', async () => {
    await createChannelTest({ upstreams, clock: systemClock })({ ...row({}), model: 'm' }, signal);
    expect(proxy.asked).toEqual([authority()]);
    expect(vendor.received).toHaveLength(1);
  });

  it('the token of a service account', async () => {
    await proxy.stop();
    // It leads nowhere, so that nobody outside is asked.
    proxy = await TestProxy.start('socks5h', { refuses: 5 });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const channelKey = JSON.stringify({
      ...{ type: 'service_account', project_id: 'p', client_email: 'me@example.com' },
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
    const vertex = row({ type: 42, base_url: '', other: 'global', models: 'gemini-2.5-flash', channelKey });
    const test = createChannelTest({ upstreams, clock: systemClock });
    await expect(test({ ...vertex, model: 'gemini-2.5-flash' }, signal)).rejects.toMatchObject({
      code: 'upstream.proxy_refused',
    });
    expect(proxy.asked).toEqual(['oauth2.googleapis.com:443']);
  });
});
