import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkGeminiEvents, readGeminiArray, readGeminiSse } from '../../../test/grammars/gemini-grammar.ts';
import { geminiEvent, geminiEventsOf } from '../../../test/upstreams/gemini-upstream.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { StreamFraming } from '../call-facts.ts';
import { gemini } from './gemini.ts';

const recordings = [
  'google-reasoning-gemini3.chunks.txt',
  'google-text.chunks.txt',
  'google-tool-call.chunks.txt',
  'google-stream-no-args-tool-call.chunks.txt',
  'vertex-count.chunks.txt',
];
const said = (text: string, more: object = {}) =>
  geminiEvent({ candidates: [{ content: { role: 'model', parts: [{ text }] }, ...more }] });
const stop = geminiEvent({
  candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
});

interface ReadOptions {
  cuts?: readonly number[];
  framing?: StreamFraming;
  answerCount?: number;
  onText?: (escaped: string) => void;
}

/** Reads a stream that comes in pieces cut anywhere. */
function readInPieces(text: string, options: ReadOptions = {}) {
  const { cuts = [], framing = 'sse', answerCount = 1, onText = null } = options;
  const bytes = Buffer.from(text);
  const path = gemini.streams?.pass({ wantsUsage: true, answerCount, framing });
  if (path === undefined) throw new Error('Gemini streams');
  path.findings.onText = onText;
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  const passed: Buffer[] = [];
  let from = 0;
  for (const place of [...places, bytes.length]) {
    const piece = bytes.subarray(from, place);
    const read = path.read(piece);
    if (read) passed.push(Buffer.from(read));
    from = place;
  }
  const rest = path.finish();
  if (rest) passed.push(Buffer.from(rest));
  const before = Buffer.concat(passed).toString('utf8');
  return { path, findings: path.findings, before, whole: () => before + path.takeEnd(null).toString('utf8') };
}

describe('a stream of Gemini that passes', () => {
  it.each(recordings)(
    '%s comes out byte for byte wherever it is cut, its last event after the settlement',
    (name) => {
      const events = geminiEventsOf(name);
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
          const { findings, before, whole } = readInPieces(events.join(''), { cuts });
          expect(before).toBe(events.slice(0, -1).join(''));
          expect(whole()).toBe(events.join(''));
          expect(findings).toMatchObject({ isComplete: true, isEnded: false, failure: null, hasBegun: true });
          expect(findings.usage).not.toBeNull();
          expect(findings.unreportedBytes).toBe(0);
        }),
        { numRuns: 30 },
      );
      expect(checkGeminiEvents(readGeminiSse(events.join('')))).toBe('finished');
    },
  );

  it.each(recordings)('%s is the same list for who does not ask for events, wherever it is cut', (name) => {
    const events = geminiEventsOf(name);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        const { whole, before } = readInPieces(events.join(''), { cuts, framing: 'json-array' });
        const list = whole();
        expect(() => JSON.parse(before)).toThrow();
        expect(readGeminiArray(list)).toEqual(readGeminiSse(events.join('')));
      }),
      { numRuns: 30 },
    );
  });

  it('takes line ends of one kind, comments, unknown events, several data lines and a missing last line end', () => {
    const unknown = 'event: odd\ndata: {"odd":1}\n\n';
    const split = 'data: {"candidates":[{"content":{"parts":[{"text":"a"}]}}],\ndata: "x":1}\n\n';
    const text = `: hi\n\n${said('Hel').replaceAll('\r', '')}: ping\r\n\r\n${unknown}${split}`;
    const { findings, whole } = readInPieces(text + stop.trimEnd(), { cuts: [3, 50, 90] });
    expect(whole()).toBe(`${text + stop.trimEnd()}\n\n`);
    expect(findings).toMatchObject({ isComplete: true, textBytes: 4 });
  });

  it('leaves comments and unreadable events out of a list', () => {
    const text = `: hi\n\n${said('Hel')}: ping\n\ndata: {"broken\n\n${stop}`;
    const { whole } = readInPieces(text, { framing: 'json-array' });
    expect(readGeminiArray(whole())).toEqual(readGeminiSse(said('Hel') + stop));
  });

  it('holds back what follows the finish reason too', () => {
    const later = geminiEvent({ usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 } });
    const { before, whole, findings } = readInPieces(`${said('Hi')}${stop}: ping\n\n${later}`);
    expect(before).toBe(`${said('Hi')}: ping\n\n${stop}`);
    expect(whole()).toBe(before + later);
    expect(findings.usage).toMatchObject({ textInput: 5, textOutput: 9 });
  });

  it('is complete when each of several candidates has finished', () => {
    const finish = (index: number) => geminiEvent({ candidates: [{ index, finishReason: 'STOP' }] });
    expect(readInPieces(finish(0) + finish(0), { answerCount: 2 }).findings.isComplete).toBe(false);
    const both = readInPieces(finish(0) + finish(1), { answerCount: 2 });
    expect(both.findings.isComplete).toBe(true);
    expect(both.before).toBe(finish(0));
  });

  it('is not complete without a finish reason', () => {
    const { findings, before } = readInPieces(said('Hel') + said('lo'));
    expect(findings).toMatchObject({ isComplete: false, textBytes: 5 });
    expect(before).toBe(said('Hel') + said('lo'));
  });

  it('is complete with a blocked prompt, which has no candidates', () => {
    const blocked = geminiEvent({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
    });
    const { findings, before, whole } = readInPieces(blocked);
    expect(findings).toMatchObject({ isComplete: true, hasBegun: true, usage: { textInput: 5 } });
    expect(before).toBe('');
    expect(checkGeminiEvents(readGeminiSse(whole()))).toBe('finished');
  });

  it.each([
    {
      what: 'as an event',
      error: 'data: {"error":{"code":503,"message":"secret","status":"UNAVAILABLE"}}\r\n\r\n',
    },
    {
      what: 'without framing',
      error: '{"error":{"code":503,"message":"secret","status":"UNAVAILABLE"}}\n\n',
    },
    { what: 'as a list without framing', error: '[{\n  "error": {\n    "message": "secret"\n  }\n}]\n\n' },
  ])('keeps the words of an error to itself that comes $what', ({ error }) => {
    const { findings, before } = readInPieces(said('Hel') + error);
    expect(before).toBe(said('Hel'));
    expect(findings.failure).toContain('secret');
    expect(findings.isEnded).toBe(true);
  });

  it('does not pass an unframed error whose last line end is missing', () => {
    const { findings, before } = readInPieces(`${said('Hel')}{"error":{"message":"secret"}}`);
    expect(before).toBe(said('Hel'));
    expect(findings.isComplete).toBe(false);
  });

  it.each(['sse', 'json-array'] as const)('ends with an error that clients can read, as %s', (framing) => {
    const read = framing === 'sse' ? readGeminiSse : readGeminiArray;
    for (const text of ['', said('Hel'), said('Hel') + said('lo')]) {
      const { path, before } = readInPieces(text, { framing });
      const end = path.breakOff(new GatewayError('upstream.answer_cut'), 'r1').toString('utf8');
      const events = read(before + end);
      expect(checkGeminiEvents(events)).toBe('failed');
      expect(events.at(-1)).toMatchObject({ error: { code: 502, status: 'UNAVAILABLE' } });
    }
  });

  it('knows which text came after a usage, and that numbers without output do not know the text beside them', () => {
    const early = geminiEvent({
      candidates: [{ content: { parts: [{ text: 'four' }] } }],
      usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
    });
    expect(readInPieces(early).findings).toMatchObject({ textBytes: 4, unreportedBytes: 4 });
    const { findings } = readInPieces(stop + said('after'));
    expect(findings).toMatchObject({ textBytes: 5, unreportedBytes: 5 });
  });

  it('gives thinking, arguments and code to who counts them, and no names or signatures', () => {
    const texts: string[] = [];
    const parts = [
      { text: 'Hm "so"', thought: true },
      { functionCall: { name: 'f', args: { city: 'Paris' } }, thoughtSignature: 'x'.repeat(500) },
      { functionCall: { partialArgs: [{ jsonPath: '$.id', stringValue: 'A' }], willContinue: true } },
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    ];
    const { findings } = readInPieces(geminiEvent({ candidates: [{ content: { parts } }] }), {
      onText: (escaped) => texts.push(JSON.parse(`"${escaped}"`) as string),
    });
    expect(texts).toEqual(['Hm "so"', '{"city":"Paris"}', 'A', 'print(1)', '1']);
    expect(findings.textBytes).toBe(texts.join('').length);
  });

  it.each([1_000, 12_000_000])(
    'measures a picture and sound of %i letters without looking at them',
    (length) => {
      const data = 'iVBORw0KGgoA'.repeat(length / 10).slice(0, length);
      const parts = [
        { inlineData: { mimeType: 'image/png', data }, thoughtSignature: data.slice(0, 2_000) },
        { inlineData: { mimeType: 'audio/L16;rate=24000', data: data.slice(0, 2_000) } },
        { functionCall: { name: 'f', args: { data: 'long text '.repeat(200) } } },
      ];
      const event = geminiEvent({ candidates: [{ content: { parts }, finishReason: 'STOP' }] });
      const { findings, before, whole } = readInPieces(said('a') + event);
      expect(findings).toMatchObject({
        imageCount: 1,
        audioBytes: Math.min(length, 2_000),
        isComplete: true,
      });
      expect(findings.textBytes).toBe(1 + 2_000 + '{"data":""}'.length);
      expect(before + whole().slice(before.length)).toBe(said('a') + event);
    },
  );

  it.each([
    { what: 'a comment', event: ': ping\n\n', begins: false },
    { what: 'an empty text', event: said(''), begins: false },
    { what: 'usage alone', event: geminiEvent({ usageMetadata: { promptTokenCount: 5 } }), begins: false },
    { what: 'an error', event: geminiEvent({ error: { code: 503 } }), begins: false },
    { what: 'text', event: said('H'), begins: true },
    {
      what: 'a call',
      event: geminiEvent({ candidates: [{ content: { parts: [{ functionCall: { name: 'f' } }] } }] }),
      begins: true,
    },
    { what: 'a finish reason', event: stop, begins: true },
  ])('an answer begins with $what: $begins', ({ event, begins }) => {
    expect(readInPieces(event).findings.hasBegun).toBe(begins);
  });

  it('makes a stream of an answer that came whole, or as a list', () => {
    const stream = gemini.streams?.ofAnswer([{ candidates: [] }, { candidates: [{ finishReason: 'STOP' }] }]);
    expect(readGeminiSse(stream ?? '')).toHaveLength(2);
    expect(() => gemini.streams?.ofAnswer({ odd: 1 })).toThrow();
    expect(() => gemini.streams?.ofAnswer({ promptFeedback: { blockReason: 'SAFETY' } })).not.toThrow();
  });
});
