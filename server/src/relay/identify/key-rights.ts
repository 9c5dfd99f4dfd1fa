import { BlockList, isIP, isIPv6 } from 'node:net';
import { GatewayError } from '../../platform/gateway-error.ts';

/** What a key may be used for, ready to be asked at each call; null where everything is allowed. */
export interface KeyRights {
  addresses: BlockList | null;
  models: AllowedModels | null;
}

interface AllowedModels {
  names: ReadonlySet<string>;
  /** Beginnings of names. */
  stems: readonly string[];
}

/** @param lists JSON as it is stored @throws an error where a list cannot be read: then the key may do nothing */
export function readKeyRights(lists: { addresses: string; models: string }): KeyRights {
  const addresses = JSON.parse(lists.addresses) as string[];
  const models = JSON.parse(lists.models) as string[];
  return {
    addresses: addresses.length === 0 ? null : toBlockList(addresses),
    models: models.length === 0 ? null : toAllowedModels(models),
  };
}

function toBlockList(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', bits] = text.split('/', 2);
    const mapped = mappedIPv4(address);
    const family = mapped === null && isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(mapped ?? address, family);
    // Of an IPv4 address in IPv6 clothes the first 96 bits are the clothes.
    else if (mapped === null) list.addSubnet(address, Number(bits), family);
    else if (Number(bits) >= 96) list.addSubnet(mapped, Number(bits) - 96, 'ipv4');
    else list.addSubnet(address, Number(bits), 'ipv6');
  }
  return list;
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

const toAllowedModels = (models: readonly string[]): AllowedModels => ({
  names: new Set(models.filter((name) => !name.endsWith('*'))),
  stems: models.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
});

/** @throws token.address_not_allowed */
export function assertMayCallFrom({ addresses }: KeyRights, address: string): void {
  if (addresses === null) return;
  const bare = address.split('%', 1)[0] ?? '';
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(bare) === 0 || !addresses.check(bare, family)) throw new GatewayError('token.address_not_allowed');
}

export const mayUseModel = ({ models }: KeyRights, model: string): boolean =>
  models === null || models.names.has(model) || models.stems.some((stem) => model.startsWith(stem));

/** @throws token.model_not_allowed */
export function assertMayUseModel(rights: KeyRights, model: string): void {
  if (!mayUseModel(rights, model)) throw new GatewayError('token.model_not_allowed', { model });
}
