import { describe, expect, it } from 'vitest';
import { AskedMembers } from '../adapter.ts';
import { geminiImageAdapter, imagenAdapter } from './gemini-image-adapters.ts';

const call = { upstreamModel: 'm', nowSeconds: 7 };
const filtered = expect.objectContaining({ code: 'upstream.content_filter' });

describe('Imagen', () => {
  it('is asked by `predict`', () => {
    const asked = new AskedMembers({
      ...{ prompt: 'A cat', n: 2, size: '1792x1024', response_format: 'b64_json', quality: 'hd' },
    });
    expect(imagenAdapter.request(asked, call)).toEqual({
      instances: [{ prompt: 'A cat' }],
      parameters: { sampleCount: 2, aspectRatio: '16:9' },
    });
    expect(asked.left).toEqual(['quality']);
  });

  it('answers with what its filter left', () => {
    const answer = (predictions: object[]) => imagenAdapter.answer?.({ predictions }, { ...call, asked: {} });
    expect(answer([{ raiFilteredReason: 'no' }, { bytesBase64Encoded: 'QUJD' }])).toEqual({
      created: 7,
      data: [{ b64_json: 'QUJD' }],
    });
    expect(() => answer([{ raiFilteredReason: 'no' }])).toThrow(filtered);
  });
});

describe('a Gemini model of pictures', () => {
  it('is asked in a conversation', () => {
    const asked = new AskedMembers({ prompt: 'A cat', size: '1536x1024', response_format: 'url' });
    expect(geminiImageAdapter.request(asked, call)).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'A cat' }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:2' } },
    });
    expect(asked.left).toEqual(['response_format']);
  });

  const answer = (sent: object) => geminiImageAdapter.answer?.({ ...sent }, { ...call, asked: {} });
  const picture = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });

  it('answers with its pictures, without those that it thought', () => {
    const parts = [{ text: 'Here' }, { ...picture('c2tldGNo'), thought: true }, picture('QUJD')];
    const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 1290, thoughtsTokenCount: 10 };
    expect(answer({ candidates: [{ content: { parts } }], usageMetadata })).toEqual({
      created: 7,
      data: [{ b64_json: 'QUJD' }],
      usage: { input_tokens: 5, output_tokens: 1300, total_tokens: 1305 },
    });
  });

  it.each([
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    { candidates: [{ finishReason: 'IMAGE_SAFETY' }] },
  ])('is filtered: %j', (sent) => {
    expect(() => answer(sent)).toThrow(filtered);
  });

  it('that only talks has not answered', () => {
    const sent = { candidates: [{ content: { parts: [{ text: 'What cat?' }] }, finishReason: 'STOP' }] };
    expect(() => answer(sent)).toThrow(TypeError);
  });
});
