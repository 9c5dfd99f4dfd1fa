import { expect, it } from 'vitest';
import { readUpstreamFailure } from './upstream-failure.ts';

it.each([
  // Cohere
  ['{"message":"invalid api token","id":"1","error_type":"x"}', 'invalid api token'],
  // Jina, Voyage
  ['{"detail":"Model not found"}', 'Model not found'],
  // FastAPI's list of faults stays as it is.
  ['{"detail":[{"msg":"Field required"}]}', '{"detail":[{"msg":"Field required"}]}'],
  ['{"message":"short","detail":"long"}', 'short'],
  ['{"error":{"message":"inside"},"detail":"outside"}', 'inside'],
  ['Bad Gateway', 'Bad Gateway'],
])('%s says: %s', (body, message) => {
  expect(readUpstreamFailure(400, body)).toMatchObject({ status: 400, message });
});
