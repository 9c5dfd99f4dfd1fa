import { describe, expect, it } from 'vitest';
import {
  assertNoSpecialHost,
  assertPublicHost,
  isPrivateAddress,
  isSpecialAddress,
  publicOnlyLookup,
} from './private-network.ts';

describe('private network', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    'fec0::1',
    '2001:0:7f00:1::',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '192.0.2.1',
    '192.88.99.1',
    '198.51.100.1',
    '203.0.113.1',
  ])('holds %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    'does not hold %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );

  it.each(['localhost', 'LOCALHOST.', 'x.localhost', '[::1]', '127.0.0.1'])('refuses the host %s', (host) => {
    expect(() => assertPublicHost(host)).toThrow('private');
  });

  it.each(['router', 'metadata', 'x.internal.', 'nas.LAN', 'box.home.arpa', 'printer.local', '127.0.0.1.'])(
    'refuses the host %s by its name',
    (host) => {
      expect(() => assertPublicHost(host)).toThrow('private');
    },
  );

  it.each(['api.openai.com', 'api.openai.com.', 'local.example', 'internal.example.org', 'corp.io'])(
    'lets the host %s through',
    (host) => {
      expect(() => assertPublicHost(host)).not.toThrow();
    },
  );

  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1'],
    ...['::ffff:10.0.0.1', '8.8.8.8', '2606:4700::1111'],
  ])('can be opened for %s', (address) => {
    expect(isSpecialAddress(address)).toBe(false);
    expect(() => assertNoSpecialHost(address.includes(':') ? `[${address}]` : address)).not.toThrow();
  });

  // Metadata services by every spelling, and addresses that are no server's.
  it.each([
    ...['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
    ...['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:100.100.100.200', '::169.254.169.254'],
    ...['64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', 'fe80::a9fe:a9fe', 'fd00:ec2::254', 'fd20:ce::254'],
    ...['0.0.0.0', '::', '224.0.0.1', '255.255.255.255', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1'],
  ])('is never opened for %s', (address) => {
    expect(isSpecialAddress(address)).toBe(true);
    expect(() => assertNoSpecialHost(address.includes(':') ? `[${address}]` : `${address}.`)).toThrow(
      'special',
    );
  });

  it('refuses a name that resolves to a private address', async () => {
    const error = await new Promise((resolve) =>
      publicOnlyLookup('localhost', {}, (fault) => resolve(fault)),
    );
    expect(error).toMatchObject({ code: 'PRIVATE_ADDRESS' });
  });
});
