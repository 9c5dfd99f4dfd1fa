import { expect, it } from 'vitest';
import { findSubjectProblem } from './check-commits.mjs';

it.each(['relay: stop reading at the first end', 'docs: name the limit', 'e2e: wait for two streams'])(
  'takes %s',
  (subject) => {
    expect(findSubjectProblem(subject)).toBeNull();
  },
);

it.each([
  'The test of streams waits until two of them do',
  'Relay: stop',
  'relay stops',
  `relay: ${'a'.repeat(66)}`,
])('refuses %s', (subject) => {
  expect(findSubjectProblem(subject)).toContain(subject);
});
