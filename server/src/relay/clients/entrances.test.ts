import { expect, it } from 'vitest';
import { socketEntrances } from './entrances.ts';

// Missing: Responses over a socket, which Codex asks for first. It takes 405 for an answer and goes on without one.
it.fails('responses are offered over a socket', () => {
  expect(socketEntrances.map(({ path }) => path)).toContain('/v1/responses');
});
