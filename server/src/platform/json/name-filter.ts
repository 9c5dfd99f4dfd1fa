/** Longer names are not kept. */
const LONGEST_KEPT = 32;
const KEPT_NAMES = 256;
/** Names of ASCII that came lately, by their place in `slotOf`. */
const keptNames: (string | undefined)[] = new Array(KEPT_NAMES).fill(undefined);

/** The text of a name. The same few come in every request, and to make a text takes far longer than to compare one. */
export function nameText(bytes: Buffer, from: number, to: number): string {
  const length = to - from;
  if (length === 0 || length > LONGEST_KEPT) return bytes.toString('utf8', from, to);
  const slot = slotOf(bytes, from, to);
  const kept = keptNames[slot];
  if (kept !== undefined && isSame(kept, bytes, from, to)) return kept;
  const name = bytes.toString('utf8', from, to);
  // As many letters as bytes: all of them ASCII.
  if (name.length === length) keptNames[slot] = name;
  return name;
}

const slotOf = (bytes: Buffer, from: number, to: number): number =>
  (31 * (bytes[from] as number) + 7 * (bytes[to - 1] as number) + to - from) % KEPT_NAMES;

function isSame(name: string, bytes: Buffer, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

const nameFilters = new WeakMap<ReadonlySet<string>, Uint8Array>();

/** Nearly all names are sorted out by their length and first letter, before a text is made of them. */
export function filterOf(names: ReadonlySet<string>): Uint8Array {
  let filter = nameFilters.get(names);
  if (filter === undefined) {
    filter = new Uint8Array(32 * 256);
    for (const name of names) filter[filterKey(name.charCodeAt(0), name.length)] = 1;
    nameFilters.set(names, filter);
  }
  return filter;
}

/** The bit 0x20 is what capital and small letters differ in. */
const filterKey = (firstByte: number, length: number): number => ((length & 31) << 8) | (firstByte | 0x20);

/** False only where the name is surely none of them, in whatever case. */
export function mayBeAmong(filter: Uint8Array, bytes: Buffer, from: number, to: number): boolean {
  if (filter[filterKey(bytes[from] as number, to - from)] === 1) return true;
  // A name that is not ASCII may be another spelling of a shorter name.
  for (let i = from; i < to; i += 1) if ((bytes[i] as number) >= 0x80) return true;
  return false;
}
