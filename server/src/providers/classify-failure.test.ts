import { describe, expect, it } from 'vitest';
import { classifyFailure } from './provider.ts';

const codeOf = (message: string, param = '') =>
  classifyFailure({}, {}, { status: 404, message, param, type: '', code: '' });

describe('a refusal with status 403', () => {
  const codeOf403 = (message: string) =>
    classifyFailure({}, {}, { status: 403, message, param: '', type: '', code: '' });

  it.each([
    ['openai/gpt-5 requires moderation on OpenAI. Your input was flagged for "violence".', 'content_filter'],
    ['Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE', 'content_filter'],
    ['Your key has no access to this project.', 'key_refused'],
    ['', 'key_refused'],
  ])('%s is %s', (message, code) => {
    expect(codeOf403(message)).toBe(`upstream.${code}`);
  });
});

describe('what a vendor does not find', () => {
  it.each([
    "Item with id 'msg_1' not found.",
    'No such File object: file-x',
    "No such Vector Store object: 'vs_1'",
    "Prompt with id 'pmpt_x' not found.",
    'Container is expired.',
    "Tool 'web_search' not found",
    'Error while downloading file. Upstream status code: 404.',
    "Error retrieving tool list from MCP server: 'x'. Http status code: 404 (Not Found)",
  ])('is the caller’s own: %s', (message) => {
    expect(codeOf(message)).toBe('upstream.bad_request');
  });

  it.each([
    'The model `m` does not exist or you do not have access to it.',
    'No such model: m',
    'Model file not found',
    'The API deployment for this resource does not exist.',
    'Invalid URL (POST /v1/responses)',
    'Not Found',
    '',
  ])('is the model: %s', (message) => {
    expect(codeOf(message)).toBe('upstream.model_missing');
  });
});
