import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that a public upstream never has: loopback, private, link-local, shared, reserved, for documentation,
 * and IPv4 in IPv6 clothes. Source: IANA special-purpose address registries.
 */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The metadata service of Azure, at a public address.
  ['168.63.129.16', 32],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** All IPv6 addresses that are in use in public, and IPv4 in its mapped form, which is judged as IPv4. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
globalUnicast.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Names that no public server has: of one word, or ending in one of these. */
const PRIVATE_NAME =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc)$/i;

/** Whether an IP address lies in a private network. IPv4 in IPv6 clothes is judged as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (version === 6 && !globalUnicast.check(address, 'ipv6')) return true;
  return privateAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Networks in which companies run their own servers. Source: RFC 1122, 1918, 4193, 4291, 6598. */
const companyNetworks = new BlockList();
companyNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
companyNetworks.addSubnet('100.64.0.0', 10, 'ipv4');
companyNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
companyNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
companyNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
companyNetworks.addAddress('::1', 'ipv6');
companyNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Metadata services within these networks: of Alibaba, AWS, Google, Oracle and Scaleway. */
const metadataServices = new BlockList();
metadataServices.addAddress('100.100.100.200', 'ipv4');
for (const address of [
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
]) {
  metadataServices.addAddress(address, 'ipv6');
}

/**
 * Whether an IP address is refused even if private networks are allowed. Link-local and reserved addresses are, among
 * which are the metadata services of clouds.
 */
export function isSpecialAddress(address: string): boolean {
  if (!isPrivateAddress(address)) return false;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return !companyNetworks.check(address, family) || metadataServices.check(address, family);
}

/** The address is inside a private network and nobody allowed that. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'PRIVATE_ADDRESS';
}

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/** Whether a host is itself a private address, or has a name that no public server has. */
export function isPrivateHost(hostname: string): boolean {
  const bare = bareHost(hostname);
  return isIP(bare) === 0 ? PRIVATE_NAME.test(bare) : isPrivateAddress(bare);
}

/** Refuses a private host; a name is judged when it is resolved. */
export function assertPublicHost(hostname: string): void {
  if (isPrivateHost(hostname)) throw new PrivateAddressError('private address');
}

/** Refuses a host that is itself a special address; a name is judged when it is resolved. */
export function assertNoSpecialHost(hostname: string): void {
  if (isSpecialAddress(bareHost(hostname))) throw new PrivateAddressError('special address');
}

interface Resolving {
  resolve: typeof systemLookup;
  isRefused: (address: string) => boolean;
}

/**
 * Name resolution that answers open addresses only. It runs at each connection, so a name that changes its address
 * after it was checked gains nothing.
 */
export const createGuardedLookup =
  ({ resolve, isRefused }: Resolving): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const open = addresses.filter(({ address }) => !isRefused(address));
      const first = open[0];
      if (first === undefined) return callback(new PrivateAddressError('private address'), '', 0);
      if (options.all) return callback(null, open);
      callback(null, first.address, first.family);
    });
  };

export const publicOnlyLookup = createGuardedLookup({ resolve: systemLookup, isRefused: isPrivateAddress });
export const noSpecialLookup = createGuardedLookup({ resolve: systemLookup, isRefused: isSpecialAddress });
