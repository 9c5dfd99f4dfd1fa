import { describe, expect, it } from 'vitest';
import { addressIn, clientNetwork, plainAddress } from './client-network.ts';

describe('the network that a client is counted by', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s is counted as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

it.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['64:ff9b::192.0.2.7', '64:ff9b::192.0.2.7'],
])('%s is shown as %s', (address, shown) => {
  expect(plainAddress(address)).toBe(shown);
});

it.each([
  ['7.7.7.7', '7.7.7.7'],
  ['7.7.7.7:1001', '7.7.7.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:1001', '2001:db8::1'],
  ['unknown', null],
  ['', null],
  ['<script>', null],
  ['7.7.7.7.7', null],
  ['::1%lo', null],
  [`${'1'.repeat(8000)}:1`, null],
])('the address in "%s" is %s', (text, address) => {
  expect(addressIn(text)).toBe(address);
});
