import { describe, expect, it } from 'vitest';
import { isMaskedProxy, maskProxy, parseProxy } from './proxy-address.ts';

describe('the address of a proxy', () => {
  it.each([
    ['http://proxy.example:3128', 'http', 'proxy.example', 3128, '', ''],
    ['HTTPS://Proxy.Example/', 'https', 'proxy.example', 443, '', ''],
    ['http://me:p%40ss:word@10.0.0.1', 'http', '10.0.0.1', 80, 'me', 'p@ss:word'],
    ['socks5://me:pw@proxy.example', 'socks5', 'proxy.example', 1080, 'me', 'pw'],
    ['socks5h://[::1]:80', 'socks5h', '::1', 80, '', ''],
    ['http://token@proxy.example', 'http', 'proxy.example', 80, 'token', ''],
    ['http://2130706433', 'http', '127.0.0.1', 80, '', ''],
    ['socks5://2130706433', 'socks5', '127.0.0.1', 1080, '', ''],
  ])('%s is read', (url, scheme, hostname, port, username, password) => {
    expect(parseProxy(url)).toEqual({ url, scheme, hostname, port, username, password });
  });

  it.each([
    'proxy.example:3128',
    'ftp://proxy.example',
    'socks4://proxy.example',
    'http://',
    'http://proxy.example:0',
    'http://proxy.example:99999',
    'http://proxy.example/path',
    'http://proxy.example?x=1',
    'http://a@b@proxy.example',
    'http://me:%zz@proxy.example',
    'http://me:a%0d%0ab@proxy.example',
    'http://[::1',
    'http://proxy example',
    // SOCKS takes both or neither.
    'socks5://me@proxy.example',
    `socks5://me:${'x'.repeat(256)}@proxy.example`,
  ])('%s is none', (url) => {
    expect(parseProxy(url)).toBeNull();
  });

  it.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    ['http://me:secret@proxy.example', 'http://me:***@proxy.example'],
    ['http://me:sec:ret@proxy.example', 'http://me:***@proxy.example'],
    ['http://token@proxy.example', 'http://***@proxy.example'],
    ['http://token:@proxy.example', 'http://***@proxy.example'],
    ['socks5h://me-%s:pw@proxy.example:1', 'socks5h://me-%s:***@proxy.example:1'],
  ])('%s is shown as %s', (url, shown) => {
    expect(maskProxy(url)).toBe(shown);
    expect(isMaskedProxy(shown)).toBe(shown !== url);
    expect(isMaskedProxy(url)).toBe(false);
  });
});
