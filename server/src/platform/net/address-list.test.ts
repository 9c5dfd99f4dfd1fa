import { expect, it } from 'vitest';
import { AddressList } from './address-list.ts';

it.each([
  { entry: '203.0.113.7', within: ['203.0.113.7', '::ffff:203.0.113.7'], outside: ['203.0.113.8', '', 'x'] },
  { entry: '10.0.0.0/8', within: ['10.255.0.1', '::ffff:10.1.2.3'], outside: ['11.0.0.1', '::10.0.0.1'] },
  { entry: '10.9.8.7/8', within: ['10.0.0.1'], outside: ['11.0.0.1'] },
  { entry: '::ffff:10.0.0.0/104', within: ['10.1.1.1', '::ffff:a01:101'], outside: ['11.0.0.1', '::1'] },
  { entry: '::ffff:a00:1', within: ['10.0.0.1', '::ffff:10.0.0.1'], outside: ['10.0.0.2'] },
  {
    entry: '2001:db8::/32',
    within: ['2001:db8:1::1', '2001:DB8::1%eth0'],
    outside: ['2001:db9::1', '10.0.0.1'],
  },
  { entry: '2001:db8::1', within: ['2001:db8:0:0::1'], outside: ['2001:db8::2'] },
  { entry: '0.0.0.0/0', within: ['1.2.3.4', '::ffff:1.2.3.4'], outside: ['2001:db8::1'] },
])('$entry', ({ entry, within, outside }) => {
  const list = new AddressList([entry]);
  expect(within.filter((address) => !list.has(address))).toEqual([]);
  expect(outside.filter((address) => list.has(address))).toEqual([]);
});
