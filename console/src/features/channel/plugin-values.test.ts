import { expect, it } from 'vitest';
import { pluginValues, withPluginValue } from './plugin-values.ts';

const alloy = { plugin: 'voice', name: 'alloy' };

it.each([
  ['', alloy, 'a', '{"voice":{"alloy":"a"}}'],
  ['{"voice":{"alloy":"a"}}', alloy, '', ''],
  ['{"voice":{"alloy":"a","nova":"b"}}', alloy, '', '{"voice":{"nova":"b"}}'],
  [
    '{"voice":{"nova":"b"}}',
    { plugin: 'web_search', name: 'enable' },
    true,
    '{"voice":{"nova":"b"},"web_search":{"enable":true}}',
  ],
  ['{"web_search":{"enable":true}}', { plugin: 'web_search', name: 'enable' }, false, ''],
  ['no JSON', alloy, 'a', '{"voice":{"alloy":"a"}}'],
])('%s with %j as %j is %s', (text, parameter, value, expected) => {
  expect(withPluginValue(text, parameter, value)).toBe(expected);
});

it.each(['', '[]', '1', '{"voice":1}'])('%s sets nothing', (text) => {
  expect(pluginValues(text)).toEqual({});
});
