import { randomBytes } from 'node:crypto';
import type { Site } from '../sign-in/fake-internet.ts';

export const WEIXIN = 'https://api.weixin.qq.com';
export const MP_APP_ID = 'wxmp77777777777777';
export const MP_SECRET = 'a-secret-of-an-official-account1';

const CODE_SECONDS = 300;

/** An official account of WeChat, and the part of WeChat's browser that knows its followers. */
export class FakeOfficialAccount {
  /** Answers instead of the real one. */
  instead: object | undefined;
  /** Domain that is registered for authorization. */
  domain = 'gateway.example';
  /** Addresses of the requests. */
  readonly asked: string[] = [];
  readonly #codes = new Map<string, { appId: string; openid: string; untilSeconds: number }>();
  readonly #appIds = new Map<string, string>();
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  /** The app that an openid belongs to. */
  appIdOf(openid: string): string | undefined {
    return this.#appIds.get(openid);
  }

  /**
   * WeChat's browser opens an address of authorization. It compares the parameters in their published order.
   * @returns code and state, with which it goes back
   */
  authorize(address: string, person = 'ann'): { code: string; state: string; url: URL } {
    const { origin, pathname, searchParams, hash } = new URL(address);
    if (
      origin + pathname !== 'https://open.weixin.qq.com/connect/oauth2/authorize' ||
      hash !== '#wechat_redirect'
    )
      throw new Error('WeChat: no such page');
    const order = 'appid,redirect_uri,response_type,scope,state';
    if ([...searchParams.keys()].join() !== order) throw new Error('WeChat: other parameters');
    const [appId = '', redirect = '', type, scope, state = ''] = [...searchParams.values()];
    if (appId !== MP_APP_ID) throw new Error('WeChat: appid 参数错误');
    if (new URL(redirect).host !== this.domain) throw new Error('WeChat: redirect_uri 参数错误');
    if (type !== 'code' || scope !== 'snsapi_base') throw new Error('WeChat: Scope 参数错误');
    if (!/^[a-zA-Z0-9]{1,128}$/.test(state)) throw new Error('WeChat: state 参数错误');
    const code = randomBytes(16).toString('hex');
    const openid = `o_${person}-${appId}`;
    this.#codes.set(code, { appId, openid, untilSeconds: this.#nowSeconds() + CODE_SECONDS });
    const url = new URL(redirect);
    url.search = new URLSearchParams({ code, state }).toString();
    return { code, state, url };
  }

  /** Faults have the status 200. */
  readonly site: Site = ({ method, url }) => {
    this.asked.push(url.href);
    if (method !== 'GET' || url.pathname !== '/sns/oauth2/access_token') return undefined;
    return {
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(this.instead ?? this.#accessToken(url.searchParams)),
    };
  };

  #accessToken(query: URLSearchParams): object {
    const fault = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: 65a1` });
    if (query.get('appid') !== MP_APP_ID) return fault(40013, 'invalid appid');
    if (query.get('secret') !== MP_SECRET) return fault(40125, 'invalid appsecret');
    if (query.get('grant_type') !== 'authorization_code') return fault(40002, 'invalid grant_type');
    const code = query.get('code') ?? '';
    const found = this.#codes.get(code);
    if (found === undefined || found.untilSeconds < this.#nowSeconds()) return fault(40029, 'invalid code');
    if (found.openid === '') return fault(40163, 'code been used');
    this.#codes.set(code, { ...found, openid: '' });
    this.#appIds.set(found.openid, found.appId);
    return {
      access_token: 'a',
      expires_in: 7200,
      refresh_token: 'r',
      openid: found.openid,
      scope: 'snsapi_base',
    };
  }
}
