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
  // What is not ASCII may be another spelling of a shorter name.
  for (let i = from; i < to; i += 1) if ((bytes[i] as number) >= 0x80) return true;
  return false;
}
