import { json, type Site } from './fake-internet.ts';

const TOKEN = 'helper-token';

/** The helper server of a WeChat account: its first question deletes a code, and an unknown one is a success. */
export function startFakeWeChatHelper() {
  const codes = new Map<string, string>();
  const site: Site = ({ method, url, headers }) => {
    if (method !== 'GET' || url.pathname !== '/api/wechat/user') return undefined;
    if (headers.authorization?.replace('Bearer ', '') !== TOKEN)
      return json({ success: false, message: 'no right' });
    const code = url.searchParams.get('code') ?? '';
    if (code === '') return json({ success: false, message: 'no code' });
    const data = codes.get(code) ?? '';
    codes.delete(code);
    return json({ success: true, message: '', data });
  };
  return {
    token: TOKEN,
    address: 'https://wechat.example',
    codes,
    sites: { 'https://wechat.example': site },
  };
}
