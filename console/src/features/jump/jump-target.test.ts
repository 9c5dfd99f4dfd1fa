import { expect, it } from 'vitest';
import { jumpTarget } from './jump-target.ts';

const ORIGIN = 'https://gateway.example';

it.each([
  ['/panel/token?open=new', { kind: 'here', address: '/panel/token?open=new' }],
  ['https://gateway.example/about#licence', { kind: 'here', address: '/about#licence' }],
  ['ama://set-api-key?server=a&key=sk-1', { kind: 'app', address: 'ama://set-api-key?server=a&key=sk-1' }],
  ['opencat://team/join?domain=a&token=b', { kind: 'app', address: 'opencat://team/join?domain=a&token=b' }],
  ['https://elsewhere.example/x', { kind: 'elsewhere', address: 'https://elsewhere.example/x' }],
  ['//elsewhere.example', { kind: 'elsewhere', address: 'https://elsewhere.example/' }],
  ['/\\elsewhere.example', { kind: 'elsewhere', address: 'https://elsewhere.example/' }],
] as const)('leads %s to its place', (wanted, target) => {
  expect(jumpTarget(wanted, ORIGIN)).toEqual(target);
});

it.each([
  null,
  '',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://gateway.example/1',
  'file:///etc/passwd',
  'ms-settings:',
  'http://',
  '/jump?url=/jump',
])('refuses %j', (wanted) => {
  expect(jumpTarget(wanted, ORIGIN)).toEqual({ kind: 'refused' });
});
