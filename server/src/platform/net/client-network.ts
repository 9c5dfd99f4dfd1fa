import { isIP, isIPv6 } from 'node:net';

/** An IPv4 address where a listener of both families wrote it as IPv6 (`::ffff:192.0.2.1`), else the address as it came. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/**
 * Returns the key that attempts are counted by: an IPv4 address, or the /64 of an IPv6 address. The owner of
 * one IPv6 address owns the whole /64.
 */
export function clientNetwork(address: string): string {
  const bare = plainAddress(address.split('%', 1)[0] ?? '');
  if (!isIPv6(bare)) return isIP(bare) === 0 ? address : bare;
  const [head = '', tail] = bare.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end takes the place of two groups.
  const groups = first.length + last.length + (bare.includes('.') ? 1 : 0);
  const all = tail === undefined ? first : [...first, ...Array(8 - groups).fill('0'), ...last];
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * The address in what a proxy says about a caller, without the port that some proxies append.
 * @returns null where it is no address
 */
export function addressIn(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 || bare.includes('%') ? null : bare;
}
