import { describe, expect, it } from 'vitest';
import { geminiModelList } from './gemini-model-list.ts';

const model = (id: string) => geminiModelList.one({ id, owner: 'Google' }) as Record<string, unknown>;
const chat = ['generateContent', 'streamGenerateContent', 'countTokens'];

describe('a list of models as Google’s clients read it', () => {
  it.each([
    ['gemini-3-pro', chat],
    ['claude-opus-5', chat],
    ['gemini-embedding-001', ['embedContent', 'batchEmbedContents']],
    ['imagen-4.0-generate-001', ['predict']],
    ['gemini-3-flash-live', ['bidiGenerateContent']],
    ['gpt-image-1', []],
    ['whisper-1', []],
    ['rerank-v4', []],
  ])('says how %s may be called', (id, supportedGenerationMethods) => {
    expect(model(id)).toMatchObject({ name: `models/${id}`, supportedGenerationMethods });
  });

  // Missing: the gateway knows no limits of models; they would come with the catalogue of models.
  it.fails('says how long an input and an output may be', () => {
    expect(model('gemini-3-pro')).toMatchObject({
      inputTokenLimit: expect.any(Number),
      outputTokenLimit: expect.any(Number),
    });
  });
});
