import { expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

it.each([
  ['/help', { name: 'help', argument: '' }],
  [' /Help@tollBot ', { name: 'help', argument: '' }],
  ['/recharge  AB CD ', { name: 'recharge', argument: 'AB CD' }],
  ['/recharge@TollBot AB', { name: 'recharge', argument: 'AB' }],
  ['/start\ncode', { name: 'start', argument: 'code' }],
  ['/help@OtherBot', undefined],
  ['help', undefined],
  ['/', undefined],
  ['/help!', undefined],
])('reads %j', (text, command) => {
  expect(parseCommand(text, 'TollBot')).toEqual(command);
});
