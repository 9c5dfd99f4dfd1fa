import { createHmac } from 'node:crypto';
import type { HttpServiceType } from '../../../src/notification/service-registry.ts';
import { type AskedPage, json, type Page, type Site } from '../sign-in/fake-internet.ts';

type Body = Record<string, unknown>;

const text = (status: number, body: string): Page => ({ status, body });
const hmac = (key: string, value: string) => createHmac('sha256', key).update(value).digest('base64');
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max;
const hasOnly = (body: Body, names: string[]) => Object.keys(body).every((name) => names.includes(name));

/** The JSON of a request; undefined where the type or the form is wrong. */
function bodyOf({ method, headers, body }: AskedPage): Body | undefined {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return undefined;
  return JSON.parse(body);
}

/** Values for the services that follow. */
export const serviceValues: Record<HttpServiceType, Record<string, string>> = {
  webhook: { url: 'https://hook.test/in', secret: 'signing-secret' },
  slack: { url: 'https://hooks.slack.com/services/T0/B0/secretpart' },
  discord: { url: 'https://discord.com/api/webhooks/77/discordtoken' },
  telegram: { bot_token: '123:telegramtoken', chat_id: '-1001' },
  dingtalk: { url: 'https://oapi.dingtalk.com/robot/send?access_token=dingtoken', secret: 'SECdingtalk' },
  lark: { url: 'https://open.feishu.cn/open-apis/bot/v2/hook/larktoken', secret: 'larksecret' },
  wecom: { url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=wecomtoken' },
  bark: { server: 'https://api.day.app', device_key: 'barkdevicekey' },
  pushdeer: { server: 'https://api2.pushdeer.com', push_key: 'PDUsecretkey' },
  gotify: { server: 'https://gotify.test/sub', token: 'gotifytoken' },
  ntfy: { server: 'https://ntfy.sh', topic: 'secrettopic', token: 'tk_ntfytoken' },
};

/** Services that refuse what their vendors' pages do not allow. Each message that is taken goes to `take`. */
export function fakeServices(
  take: (service: HttpServiceType, text: string, asked: AskedPage) => void,
  nowSeconds: () => number,
): Record<string, Site> {
  const webhook: Site = (asked) => {
    const body = bodyOf(asked);
    const [, time = '', sign = ''] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(String(asked.headers['x-turnpike-signature'])) ?? [];
    const wanted = createHmac('sha256', 'signing-secret').update(`${time}.${asked.body}`).digest('hex');
    if (sign !== wanted || Math.abs(nowSeconds() - Number(time)) > 300) return text(401, 'bad signature');
    if (body?.id !== asked.headers['x-turnpike-id']) return text(400, 'bad id');
    take('webhook', String(body?.title), asked);
    return { status: 204 };
  };
  const slack: Site = (asked) => {
    if (asked.url.pathname !== '/services/T0/B0/secretpart') return text(404, 'no_service');
    const body = bodyOf(asked);
    if (body === undefined || !hasOnly(body, ['text'])) return text(400, 'invalid_payload');
    if (!isText(body.text, 40_000)) return text(400, 'no_text');
    take('slack', body.text, asked);
    return text(200, 'ok');
  };
  const discord: Site = (asked) => {
    if (asked.url.pathname !== '/api/webhooks/77/discordtoken')
      return json({ message: 'Unknown Webhook', code: 10015 }, 404);
    const body = bodyOf(asked);
    if (body === undefined || !isText(body.content, 2000))
      return json({ message: 'Cannot send an empty message', code: 50006 }, 400);
    take('discord', body.content, asked);
    return { status: 204 };
  };
  const telegram: Site = (asked) => {
    if (asked.url.pathname !== '/bot123:telegramtoken/sendMessage')
      return json({ ok: false, error_code: 401, description: 'Unauthorized' }, 401);
    const body = bodyOf(asked);
    if (body?.chat_id !== '-1001' || !isText(body.text, 4096))
      return json({ ok: false, error_code: 400, description: 'Bad Request: chat not found' }, 400);
    take('telegram', body.text, asked);
    return json({ ok: true, result: { message_id: 1 } });
  };
  const dingtalk: Site = (asked) => {
    const { searchParams } = asked.url;
    if (searchParams.get('access_token') !== 'dingtoken')
      return json({ errcode: 300001, errmsg: 'token is not exist' });
    const time = searchParams.get('timestamp') ?? '';
    const isRecent = Math.abs(nowSeconds() * 1000 - Number(time)) < 3_600_000;
    if (!isRecent || searchParams.get('sign') !== hmac('SECdingtalk', `${time}\nSECdingtalk`))
      return json({ errcode: 310000, errmsg: 'sign not match' });
    const body = bodyOf(asked);
    const content = (body?.text as Body | undefined)?.content;
    if (body?.msgtype !== 'text' || !isText(content, 20_000))
      return json({ errcode: 40035, errmsg: 'invalid parameter' });
    take('dingtalk', content, asked);
    return json({ errcode: 0, errmsg: 'ok' });
  };
  const lark: Site = (asked) => {
    if (asked.url.pathname !== '/open-apis/bot/v2/hook/larktoken')
      return json({ code: 19001, msg: 'param invalid: incoming webhook access token invalid' });
    const body = bodyOf(asked);
    const { timestamp = '', sign, content } = body ?? {};
    const isRecent = Math.abs(nowSeconds() - Number(timestamp)) < 3600;
    if (!isRecent || sign !== hmac(`${timestamp}\nlarksecret`, ''))
      return json({ code: 19021, msg: 'sign match fail or timestamp is not within one hour' });
    const said = (content as Body | undefined)?.text;
    if (body?.msg_type !== 'text' || !isText(said, 20_000)) return json({ code: 9499, msg: 'Bad Request' });
    take('lark', said, asked);
    return json({ code: 0, data: {}, msg: 'success' });
  };
  const wecom: Site = (asked) => {
    const isKnown = asked.url.pathname === '/cgi-bin/webhook/send' && asked.url.searchParams.get('key');
    if (isKnown !== 'wecomtoken') return json({ errcode: 93000, errmsg: 'invalid webhook url' });
    const body = bodyOf(asked);
    const content = (body?.text as Body | undefined)?.content;
    if (body?.msgtype !== 'text' || !isText(content, 2048) || Buffer.byteLength(content) > 2048)
      return json({ errcode: 40058, errmsg: 'text exceed max length 2048' });
    take('wecom', content, asked);
    return json({ errcode: 0, errmsg: 'ok' });
  };
  const bark: Site = (asked) => {
    const body = bodyOf(asked);
    if (asked.url.pathname !== '/push' || body?.device_key !== 'barkdevicekey')
      return json({ code: 400, message: 'failed to get device token' }, 400);
    take('bark', `${body.title} ${body.body}`, asked);
    return json({ code: 200, message: 'success', timestamp: nowSeconds() });
  };
  const pushdeer: Site = ({ body, ...asked }) => {
    const fields = new URLSearchParams(body);
    const isForm = asked.headers['content-type'] === 'application/x-www-form-urlencoded';
    if (asked.url.pathname !== '/message/push' || !isForm || fields.get('pushkey') !== 'PDUsecretkey')
      return json({ code: 80501, error: 'the key is not found' });
    take('pushdeer', `${fields.get('text')} ${fields.get('desp')}`, { body, ...asked });
    return json({ code: 0, content: { result: ['{"counts":1}'] } });
  };
  const gotify: Site = (asked) => {
    if (asked.headers['x-gotify-key'] !== 'gotifytoken' || asked.url.pathname !== '/sub/message')
      return json({ error: 'Unauthorized', errorCode: 401 }, 401);
    const body = bodyOf(asked);
    if (!isText(body?.message, 20_000) || typeof body?.priority !== 'number')
      return json({ error: 'Bad Request', errorCode: 400 }, 400);
    take('gotify', `${body.title} ${body.message}`, asked);
    return json({ id: 25, ...body });
  };
  const ntfy: Site = (asked) => {
    const body = bodyOf(asked);
    if (asked.headers.authorization !== 'Bearer tk_ntfytoken' || asked.url.pathname !== '/')
      return json({ code: 40301, http: 403, error: 'forbidden' }, 403);
    if (body?.topic !== 'secrettopic' || !hasOnly(body, ['topic', 'title', 'message', 'click']))
      return json({ code: 40024, http: 400, error: 'invalid request: body must be valid JSON' }, 400);
    take('ntfy', `${body.title} ${body.message}`, asked);
    return json({ id: 'sPs71M8A2T', event: 'message' });
  };
  return {
    ...{ 'https://hook.test': webhook, 'https://hooks.slack.com': slack, 'https://discord.com': discord },
    ...{ 'https://api.telegram.org': telegram, 'https://oapi.dingtalk.com': dingtalk },
    ...{ 'https://open.feishu.cn': lark, 'https://qyapi.weixin.qq.com': wecom },
    ...{ 'https://api.day.app': bark, 'https://api2.pushdeer.com': pushdeer },
    ...{ 'https://gotify.test': gotify, 'https://ntfy.sh': ntfy },
  };
}
