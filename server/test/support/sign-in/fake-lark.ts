import { startCodeBook } from './code-book.ts';
import { json, redirect, type Site } from './fake-internet.ts';

export interface LarkPerson {
  open_id: string;
  name?: string;
  email?: string;
  avatar_url?: string;
}

const client = { id: 'cli_lark', secret: 'lark-secret' };

/** Feishu or Lark: `code` is 0 for good answers, and failures of the user information come with status 200. */
export function startFakeLark(world: 'feishu.cn' | 'larksuite.com') {
  const codes = startCodeBook<LarkPerson>();
  const tokens = new Map<string, LarkPerson>();
  const lark = {
    client,
    person: { open_id: 'ou_1', name: 'Li Lei' } as LarkPerson,
    /** An installation with the endpoint before only. */
    hasV3: true,
    isAvailable: true,
    userInfo: undefined as unknown,
    sites: {} as Record<string, Site>,
  };
  const exchange = (given: Record<string, string | undefined>) => {
    if (given.grant_type !== 'authorization_code' || given.client_id !== client.id)
      return json({ code: 20048, error: 'invalid_request' }, 400);
    if (given.client_secret !== client.secret) return json({ code: 20002, error: 'invalid_client' }, 400);
    if (!lark.isAvailable) return json({ code: 20010, error: 'access_denied' }, 400);
    const person = codes.take(given);
    if (person === undefined) return json({ code: 20003, error: 'invalid_grant' }, 400);
    const token = `eyJ${tokens.size}`;
    tokens.set(token, person);
    return json({ code: 0, access_token: token, expires_in: 7200, token_type: 'Bearer' });
  };

  lark.sites[`https://accounts.${world}`] = ({ method, url, headers, body }) => {
    if (method === 'GET' && url.pathname === '/open-apis/authen/v1/authorize') {
      const query = url.searchParams;
      if (query.get('client_id') !== client.id || query.get('response_type') !== 'code') return undefined;
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        code: codes.give(lark.person, query),
        state: query.get('state') ?? '',
      }).toString();
      return redirect(back.href);
    }
    if (!lark.hasV3 || method !== 'POST' || url.pathname !== '/oauth/v3/token') return undefined;
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return json({ code: 20050 }, 400);
    return exchange(Object.fromEntries(new URLSearchParams(body)));
  };
  lark.sites[`https://open.${world}`] = ({ method, url, headers, body }) => {
    if (method === 'POST' && url.pathname === '/open-apis/authen/v2/oauth/token')
      return exchange(JSON.parse(body));
    if (method !== 'GET' || url.pathname !== '/open-apis/authen/v1/user_info') return undefined;
    if (lark.userInfo !== undefined) return json(lark.userInfo);
    const person = tokens.get(headers.authorization?.replace('Bearer ', '') ?? '');
    return json(person ? { code: 0, msg: 'success', data: person } : { code: 20005, msg: 'invalid token' });
  };
  return lark;
}
