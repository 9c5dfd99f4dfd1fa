export type ProxyScheme = 'http' | 'https' | 'socks5' | 'socks5h';

/** Where a proxy is, and who asks it. */
export interface ProxyAddress {
  /** As it was written, with the password: connections are kept by it, and nothing shows it. */
  url: string;
  scheme: ProxyScheme;
  /** IPv6 without its brackets. */
  hostname: string;
  port: number;
  username: string;
  password: string;
}

const PARTS =
  /^(https?|socks5h?):\/\/(?:([^@/?#\s]*)@)?(\[[\da-f:.]+\]|[^:@/?#\s[\]\\%]+)(?::(\d{1,5}))?\/?$/i;
const DEFAULT_PORTS: Record<ProxyScheme, number> = { http: 80, https: 443, socks5: 1080, socks5h: 1080 };
/** Stands in place of what is secret. */
const MASK = '***';
/** One byte says the length of each in SOCKS. */
const MAX_SOCKS_BYTES = 255;

/**
 * Reads `scheme://user:password@host:port`; user and password may be percent-encoded.
 * @returns null where it is none
 * Source: RFC 3986; RFC 1929 for what SOCKS takes.
 */
export function parseProxy(url: string): ProxyAddress | null {
  const parts = PARTS.exec(url);
  if (parts === null) return null;
  const [, scheme = '', userInfo = '', host = '', portText] = parts;
  const hostname = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const kind = scheme.toLowerCase() as ProxyScheme;
  const port = portText === undefined ? DEFAULT_PORTS[kind] : Number(portText);
  if (hostname === '' || port < 1 || port > 65_535) return null;
  const who = credentialsOf(userInfo);
  if (who === null) return null;
  const address = { url, scheme: kind, hostname, port, ...who };
  return kind.startsWith('socks') && !fitsSocks(who) ? null : address;
}

function credentialsOf(userInfo: string): { username: string; password: string } | null {
  const [username = '', password = ''] = userInfo.split(/:(.*)/s, 2);
  try {
    const who = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    // A colon ends the name where both are sent as one text.
    return /[\p{Cc}]/u.test(who.username + who.password) || who.username.includes(':') ? null : who;
  } catch {
    return null;
  }
}

function fitsSocks({ username, password }: { username: string; password: string }): boolean {
  if (username === '' && password === '') return true;
  return [username, password].every((text) => text !== '' && Buffer.byteLength(text) <= MAX_SOCKS_BYTES);
}

/** A proxy's address as it is shown: without the password or, where there is none, without the user, who is the secret then. */
export function maskProxy(url: string): string {
  return url.replace(/^([^/]+:\/\/)([^@]*)@/, (_whole, scheme: string, userInfo: string) => {
    const [username = '', password = ''] = userInfo.split(/:(.*)/s, 2);
    return `${scheme}${password === '' ? MASK : `${username}:${MASK}`}@`;
  });
}

/** Whether a secret is missing in it, as in what `maskProxy` writes. */
export const isMaskedProxy = (url: string): boolean => /^[^/]+:\/\/(?:[^@]*:)?\*\*\*@/.test(url);
