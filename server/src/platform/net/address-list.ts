import { BlockList, isIP, isIPv6 } from 'node:net';

/** IP addresses and networks. An IPv4 address in IPv6 clothes is the IPv4 address. */
export class AddressList {
  readonly #list = new BlockList();
  /** Most lists name addresses as sockets do: then the slow look is not needed. */
  readonly #written: ReadonlySet<string>;

  /** @param entries addresses, and networks as `10.0.0.0/8` */
  constructor(entries: readonly string[]) {
    for (const entry of entries) this.#add(entry);
    this.#written = new Set(entries);
  }

  has(address: string): boolean {
    if (this.#written.has(address)) return true;
    const bare = address.split('%', 1)[0] ?? '';
    const version = isIP(bare);
    return version !== 0 && this.#list.check(bare, version === 6 ? 'ipv6' : 'ipv4');
  }

  #add(entry: string): void {
    const [address = '', bits] = entry.split('/', 2);
    const mapped = mappedIPv4(address);
    const family = mapped === null && isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) this.#list.addAddress(mapped ?? address, family);
    else if (mapped === null) this.#list.addSubnet(address, Number(bits), family);
    // The first 96 bits are the clothes.
    else if (Number(bits) >= 96) this.#list.addSubnet(mapped, Number(bits) - 96, 'ipv4');
    else this.#list.addSubnet(address, Number(bits), 'ipv6');
  }
}

/** @returns the IPv4 address in `::ffff:192.0.2.1` or `::ffff:c000:201`; null where there is none */
function mappedIPv4(address: string): string | null {
  if (!isIPv6(address)) return null;
  const { hostname } = new URL(`http://[${address}]`);
  const groups = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(hostname);
  if (groups === null) return null;
  const [high, low] = [Number.parseInt(groups[1] ?? '', 16), Number.parseInt(groups[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
