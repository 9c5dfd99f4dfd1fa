export type JumpTarget =
  | { kind: 'here'; address: string }
  | { kind: 'app' | 'elsewhere'; address: string }
  | { kind: 'refused' };

/** Apps that take an address and a key from a link. Source: docs/reference/compatibility.md, "Jump page". */
const apps = new Set(['opencat:', 'ama:']);
const webs = new Set(['http:', 'https:']);

/**
 * Where `/jump?url=` leads: on this site at once, anywhere else after a question. Only web addresses and known
 * apps: `javascript:` and `data:` would run in this page, other schemes start whatever the computer has for them.
 * @param origin of this site
 */
export function jumpTarget(wanted: string | null, origin: string): JumpTarget {
  const text = wanted?.trim() ?? '';
  const url = text === '' ? null : URL.parse(text, origin);
  if (url === null) return { kind: 'refused' };
  if (apps.has(url.protocol)) return { kind: 'app', address: url.href };
  if (!webs.has(url.protocol)) return { kind: 'refused' };
  if (url.origin !== origin) return { kind: 'elsewhere', address: url.href };
  // A jump to a jump would go round for ever.
  if (/^\/jump\/?$/.test(url.pathname)) return { kind: 'refused' };
  return { kind: 'here', address: url.pathname + url.search + url.hash };
}
