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
  // OpenRouter
  [
    '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"too hot"}}}',
    'Provider returned error: too hot',
  ],
  ['{"error":{"message":"No","metadata":{"raw":{}}}}', 'No'],
  // Mistral
  ['{"object":"error","message":"Bad role","type":"invalid"}', 'Bad role'],
  ['Bad Gateway', 'Bad Gateway'],
])('%s says: %s', (body, message) => {
  expect(readUpstreamFailure(400, body)).toMatchObject({ status: 400, message });
});

it.each([
  ['{"error":{"message":"m","code":"tool_use_failed"}}', 400],
  ['{"error":{"message":"m","code":402}}', 402],
  ['{"error":{"message":"m"}}', 0],
])('%s inside of an answer has the status %i', (body, status) => {
  expect(readUpstreamFailure(0, body).status).toBe(status);
});
