import { role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

const claude = (content: object | string, rest: object = {}) => ({
  path: '/v1/messages',
  body: { model: 'claude', max_tokens: 16, messages: [{ role: 'user', content }], ...rest },
});
const google = (parts: object[], rest: object = {}) => ({
  path: '/v1beta/models/gemini:generateContent',
  body: { contents: [{ role: 'user', parts }], ...rest },
});
const file = { type: 'document', source: { type: 'file', file_id: 'file_011' } };
const hi = { text: 'Hi' };
const search = (tool: object) => google([hi], { tools: [tool] });
const ofGoogle = 'https://generativelanguage.googleapis.com/v1beta/files/abc';

/** The content of an account is its operator's: a user's call may not read it, nor be charged less than it costs. */
describe('what only the account of a channel holds', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let admin: SeededUser;
  beforeAll(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000_000 });
    admin = await gateway.seed.user({ quota: 1_000_000_000, role: role.admin });
    for (const [model, type] of [
      ['claude', 14],
      ['gemini', 25],
      ['text-embedding', 25],
    ] as const) {
      await gateway.seed.price({ model, input: 1, output: 1 });
      await gateway.seed.channel({ model, type });
    }
  });
  afterAll(() => gateway.stop());

  const codeOf = async (token: string, { path, body }: { path: string; body: object }) =>
    (await gateway.post(token, body, { path })).headers.get('x-error-code');

  it.each([
    claude([file, { type: 'text', text: 'Sum it up' }]),
    claude([{ type: 'container_upload', file_id: 'file_011' }]),
    claude('Hi', { container: { skills: [{ type: 'custom', skill_id: 'skill_01', version: 'latest' }] } }),
    claude('Hi', { container: { skills: [{ type: 'anthropic', skill_id: 'skill_01', version: 'latest' }] } }),
    claude([{ type: 'mcp_tool_result', tool_use_id: 'a', content: [file] }]),
    google([hi], { cachedContent: 'cachedContents/abc' }),
    google([hi], { cached_content: 'cachedContents/abc' }),
    google([hi], { generationConfig: {}, continuationToken: 'AAAA' }),
    google([hi, { fileData: { mimeType: 'application/pdf', fileUri: ofGoogle } }]),
    google([hi, { file_data: { mime_type: 'application/pdf', file_uri: 'files/abc' } }]),
    search({ fileSearch: { fileSearchStoreNames: ['fileSearchStores/a'] } }),
    search({ retrieval: { vertexAiSearch: { datastore: 'projects/p/dataStores/d' } } }),
    search({ retrieval: { vertexRagStore: { ragResources: [{ ragCorpus: 'projects/p/ragCorpora/1' }] } } }),
    search({ retrieval: { vertexAiSearch: { engine: 'projects/p/engines/e' } } }),
    search({ retrieval: { vertexAiSearch: { dataStoreSpecs: [{ dataStore: 'projects/p/dataStores/d' }] } } }),
    search({ retrieval: { vertexRagStore: { ragCorpora: ['projects/p/ragCorpora/1'] } } }),
    search({ retrieval: { vertexRagStore: { ragResources: [{ ragFileIds: ['file'] }] } } }),
    search({ retrieval: { externalApi: { authConfig: { apiKeyConfig: { apiKeySecret: 's/1' } } } } }),
    search({ googleMaps: { authConfig: { httpBasicAuthConfig: { credentialSecret: 's/1' } } } }),
    search({ googleMaps: { authConfig: { googleServiceAccountConfig: { serviceAccount: 'a@b' } } } }),
    search({ retrieval: { externalApi: { apiAuth: { apiKeyConfig: { apiKeySecretVersion: 's/1' } } } } }),
    {
      path: '/v1beta/models/text-embedding:embedContent',
      body: { content: { parts: [{ fileData: { mimeType: 'application/pdf', fileUri: ofGoogle } }] } },
    },
  ])('is not found by a user, and read by an administrator: %j', async (call) => {
    expect(await codeOf(user.token, call)).toBe('object.not_found');
    expect(await codeOf(admin.token, call)).not.toBe('object.not_found');
  });

  it.each([
    claude('Hi', { container: { skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] } }),
    google([hi, { fileData: { fileUri: 'https://www.youtube.com/watch?v=abc' } }]),
    google([hi, { fileData: { mimeType: 'image/png', fileUri: 'gs://public/files/a.png' } }]),
    google([hi, { fileData: { mimeType: 'application/pdf', fileUri: 'https://example.com/files/a.pdf' } }]),
    search({
      functionDeclarations: [
        { name: 'start', parametersJsonSchema: { properties: { engine: { type: 'string' } } } },
        { name: 'load', parameters: { type: 'OBJECT', properties: { datastore: { type: 'STRING' } } } },
      ],
    }),
    google([hi, { functionCall: { name: 'start', args: { engine: { id: 1 } } } }]),
  ])('is no public thing, and no member of a tool of the caller: %j', async (call) => {
    expect(['object.not_found', 'request.invalid']).not.toContain(await codeOf(user.token, call));
  });
});
