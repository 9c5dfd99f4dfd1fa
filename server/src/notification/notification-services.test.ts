import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { NotificationMessage, ServiceAnswer } from './notification-service.ts';
import { type HttpServiceType, notificationServiceCode } from './service-registry.ts';

const NOW_MS = 1_800_000_000_000;
const message: NotificationMessage = {
  ...{ id: 'n_7_3', kind: 'channel_disabled', title: 'Channel <a> & b', text: 'Reason: x.' },
  ...{ link: 'https://site.test/panel/channel', time: 1_799_999_990, facts: { channel_id: 5 } },
};
const whole = 'Channel <a> & b\n\nReason: x.\n\nhttps://site.test/panel/channel';

const requestOf = (type: HttpServiceType, values: Record<string, string>, given = message) => {
  const { url, headers, body } = notificationServiceCode[type].toRequest(given, values, NOW_MS);
  return { url, headers, body: headers['content-type'] === 'application/json' ? JSON.parse(body) : body };
};
const read = (type: HttpServiceType, answer: Partial<ServiceAnswer>) =>
  notificationServiceCode[type].readAnswer({ status: 200, text: '', ...answer });

describe('a message', () => {
  it('is signed for a webhook, so that the receiver can check time and body', () => {
    const values = { url: 'https://hook.test/a', secret: 'the secret' };
    const { url, headers, body } = notificationServiceCode.webhook.toRequest(message, values, NOW_MS);
    const v1 = createHmac('sha256', 'the secret').update(`1800000000.${body}`).digest('hex');
    expect({ url, headers }).toEqual({
      url: 'https://hook.test/a',
      headers: {
        'content-type': 'application/json',
        'x-turnpike-id': 'n_7_3',
        'x-turnpike-signature': `t=1800000000,v1=${v1}`,
      },
    });
    expect(JSON.parse(body)).toEqual({ ...message });
  });

  it('has escaped signs for Slack', () => {
    expect(requestOf('slack', { url: 'https://hooks.slack.com/services/T/B/X' })).toMatchObject({
      url: 'https://hooks.slack.com/services/T/B/X',
      body: { text: whole.replace('<a> &', '&lt;a&gt; &amp;') },
    });
  });

  it('calls nobody at Discord and is cut to 2000 characters', () => {
    const long = { ...message, text: 'x'.repeat(3000) };
    const { body } = requestOf('discord', { url: 'https://discord.com/api/webhooks/1/a' }, long);
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.content).toHaveLength(2000);
  });

  it('goes to a chat and a topic of Telegram', () => {
    const values = { bot_token: '123:abc', chat_id: '-100', thread_id: '4' };
    expect(requestOf('telegram', values)).toMatchObject({
      url: 'https://api.telegram.org/bot123:abc/sendMessage',
      body: { chat_id: '-100', message_thread_id: 4, text: whole },
    });
    expect(requestOf('telegram', { ...values, thread_id: '' }).body).not.toHaveProperty('message_thread_id');
  });

  it('is signed in the query for DingTalk, where there is a secret', () => {
    const url = 'https://oapi.dingtalk.com/robot/send?access_token=a';
    expect(requestOf('dingtalk', { url })).toMatchObject({
      ...{ url, body: { msgtype: 'text', text: { content: whole } } },
    });
    const signed = new URL(requestOf('dingtalk', { url, secret: 'this is secret' }).url);
    const sign = createHmac('sha256', 'this is secret').update(`${NOW_MS}\nthis is secret`).digest('base64');
    expect(Object.fromEntries(signed.searchParams)).toEqual({
      ...{ access_token: 'a', timestamp: String(NOW_MS), sign },
    });
  });

  it('is signed in the body for Lark, where there is a secret', () => {
    const url = 'https://open.feishu.cn/open-apis/bot/v2/hook/a';
    const content = { msg_type: 'text', content: { text: whole } };
    expect(requestOf('lark', { url }).body).toEqual(content);
    const sign = createHmac('sha256', '1800000000\ndemo').digest('base64');
    expect(requestOf('lark', { url, secret: 'demo' }).body).toEqual({
      ...{ timestamp: '1800000000', sign, ...content },
    });
  });

  it('is cut to 2048 bytes for WeCom, between characters', () => {
    const long = { ...message, text: '渠'.repeat(2000) };
    const { body } = requestOf(
      'wecom',
      { url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k' },
      long,
    );
    expect(Buffer.byteLength(body.text.content)).toBeLessThanOrEqual(2048);
    expect(body.text.content).toMatch(/渠…$/);
  });

  it('goes to servers of Bark, PushDeer, Gotify and ntfy, also below a path', () => {
    const link = 'https://site.test/panel/channel';
    const { title, text } = message;
    expect(requestOf('bark', { server: 'https://bark.test/', device_key: 'k' })).toMatchObject({
      url: 'https://bark.test/push',
      body: { device_key: 'k', title, body: text, url: link },
    });
    const { url, body } = requestOf('pushdeer', { server: 'https://deer.test', push_key: 'k' });
    expect(url).toBe('https://deer.test/message/push');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      ...{ pushkey: 'k', type: 'text', text: title, desp: `${text}\n\n${link}` },
    });
    expect(requestOf('gotify', { server: 'https://g.test/sub', token: 't' })).toMatchObject({
      url: 'https://g.test/sub/message',
      headers: { 'x-gotify-key': 't' },
      body: { title, message: text, extras: { 'client::notification': { click: { url: link } } } },
    });
    expect(requestOf('ntfy', { server: 'https://ntfy.sh', topic: 'a', token: 't' })).toMatchObject({
      url: 'https://ntfy.sh/',
      headers: { authorization: 'Bearer t' },
      body: { topic: 'a', title, message: text, click: link },
    });
    const bare = requestOf('ntfy', { server: 'https://ntfy.sh', topic: 'a' }, { ...message, link: '' });
    expect(bare.headers).not.toHaveProperty('authorization');
    expect(bare.body).not.toHaveProperty('click');
  });
});

/** As the vendors document them. */
const answers: [HttpServiceType, string, Partial<ServiceAnswer>, Partial<ServiceAnswer>][] = [
  ['webhook', '2xx', { status: 204 }, { status: 500, text: 'down' }],
  ['slack', 'ok', { text: 'ok' }, { status: 404, text: 'no_service' }],
  ['slack', 'ok', { text: 'ok' }, { text: '<html>' }],
  ['discord', '2xx', { status: 204 }, { status: 404, text: '{"message":"Unknown Webhook","code":10015}' }],
  [
    ...(['telegram', 'ok', { text: '{"ok":true,"result":{}}' }] as const),
    { status: 400, text: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}' },
  ],
  [
    ...(['dingtalk', 'errcode', { text: '{"errcode":0,"errmsg":"ok"}' }] as const),
    { text: '{"errcode":310000,"errmsg":"sign not match"}' },
  ],
  [
    ...(['lark', 'code', { text: '{"StatusCode":0,"code":0,"data":{},"msg":"success"}' }] as const),
    { text: '{"code":19021,"msg":"sign match fail or timestamp is not within one hour from current time"}' },
  ],
  [
    ...(['wecom', 'errcode', { text: '{"errcode":0,"errmsg":"ok"}' }] as const),
    { text: '{"errcode":93000,"errmsg":"invalid webhook url"}' },
  ],
  [
    ...(['bark', 'code', { text: '{"code":200,"message":"success","timestamp":1}' }] as const),
    { status: 400, text: '{"code":400,"message":"failed to get device token"}' },
  ],
  [
    ...(['pushdeer', 'code', { text: '{"code":0,"content":{"result":["{}"]}}' }] as const),
    { text: '{"code":80501,"error":"key"}' },
  ],
  [
    ...(['gotify', '2xx', { text: '{"id":25}' }] as const),
    { status: 401, text: '{"error":"Unauthorized","errorCode":401}' },
  ],
  ['ntfy', '2xx', { text: '{"id":"a"}' }, { status: 403, text: '{"code":40301,"error":"forbidden"}' }],
  ['lark', 'code', { text: '{"code":0}' }, { text: 'no JSON' }],
  ['wecom', 'errcode', { text: '{"errcode":0}' }, { text: 'null' }],
];

describe('an answer', () => {
  it.each(answers)('of %s is a success by its %s, and else its own words', (type, _, good, bad) => {
    expect(read(type, good)).toBeNull();
    const words = read(type, bad) ?? '';
    expect(words).toContain(type === 'telegram' ? 'chat not found' : bad.text);
  });
});
