import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertResponseStream } from '../../../test/grammars/openai-responses-grammar.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { PassedStream } from '../passed-stream.ts';
import { openAiResponses } from './openai-responses.ts';
import { responsesErrors, streamOfResponse } from './openai-responses-events.ts';
import { OpenAiResponsesScan } from './openai-responses-stream-scan.ts';

/** As OpenAI frames them: each event with its name. */
const framed = (data: string): string => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`;
const recorded = (name: string): string[] =>
  readFileSync(
    new URL(`../../../test/recordings/openai-responses/${name}.chunks.txt`, import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .map(framed);
const eventOf = (event: object): string => framed(JSON.stringify(event));

const phase = recorded('openai-phase.1');
const encrypted = recorded('openai-reasoning-encrypted-content.1');
const calculation = encrypted.slice(
  0,
  encrypted.findIndex((event) => event.includes('response.completed')) + 1,
);
const lmStudio = recorded('lmstudio-tool-call.1');
const failing = recorded('openai-error.1');
const tooLate = new GatewayError('upstream.answer_cut');

function passedStream() {
  return new PassedStream(new OpenAiResponsesScan(), responsesErrors);
}

/** Reads a stream that comes in pieces cut anywhere. */
function readInPieces(text: string, cuts: number[] = []) {
  const bytes = Buffer.from(text);
  const texts: string[] = [];
  const path = passedStream();
  path.findings.onText = (escaped) => texts.push(escaped);
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  const passed: Buffer[] = [];
  let from = 0;
  for (const place of [...places, bytes.length]) {
    const piece = path.read(bytes.subarray(from, place));
    if (piece) passed.push(piece);
    from = place;
  }
  const rest = path.finish();
  if (rest) passed.push(rest);
  return {
    path,
    findings: path.findings,
    passed: Buffer.concat(passed).toString('utf8'),
    text: texts.join(''),
  };
}

describe('a streamed response that passes', () => {
  it.each([
    { what: 'answers in phases', events: phase, textInput: 4040 },
    { what: 'thinking and a call', events: calculation, textInput: 134 },
    { what: 'open thinking and a call', events: lmStudio, textInput: 180 },
  ])(
    'passes the same bytes wherever the pieces end, but for the last event: $what',
    ({ events, textInput }) => {
      const [last] = events.slice(-1);
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
          const { path, passed, findings } = readInPieces(events.join(''), cuts);
          expect(passed).toBe(events.slice(0, -1).join(''));
          expect(path.takeEnd(null).toString()).toBe(last);
          expect(findings).toMatchObject({
            isEnded: true,
            isComplete: true,
            hasBegun: true,
            unreportedBytes: 0,
          });
          expect(findings.usage).toMatchObject({ textInput });
          expect(findings.textBytes).toBe(deltaBytes(events));
        }),
        { numRuns: 30 },
      );
    },
  );

  it('counts each text once, though vendors repeat it', () => {
    const { text } = readInPieces(calculation.join(''));
    expect(JSON.parse(`"${text}"`)).toBe(
      `**Calculating step-by-step using calculator**\n\nI'll compute 12 plus 7, then multiply the result by 3, and finally multiply that by 10, reporting the final product.{"a":12,"b":7,"op":"add"}`,
    );
  });

  it('takes Windows line ends, comments and a missing last line end', () => {
    const text = `: keep-alive\r\n\r\n${lmStudio.join('').replaceAll('\n', '\r\n').trimEnd()}`;
    const { path, findings } = readInPieces(text, [5, 40]);
    expect(findings).toMatchObject({ isEnded: true, isComplete: true });
    expect(path.takeEnd(null).toString()).toContain('response.completed');
  });

  it('passes events that it does not know, and nothing after the end', () => {
    const unknown = eventOf({ type: 'response.mood.changed', mood: 'good' });
    const { path, passed } = readInPieces(
      [phase[0], unknown, phase.at(-1), 'data: [DONE]\n\n', unknown].join(''),
    );
    expect(passed).toBe(`${phase[0]}${unknown}`);
    expect(path.takeEnd(null).toString()).toBe(phase.at(-1));
  });

  it('an incomplete response is a proper end', () => {
    const response = {
      id: 'resp_1',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    };
    const usage = { input_tokens: 5, output_tokens: 7 };
    const end = eventOf({ type: 'response.incomplete', response: { ...response, usage } });
    const { findings } = readInPieces(`${phase[0]}${end}`);
    expect(findings).toMatchObject({
      isComplete: true,
      isEnded: true,
      usage: { textInput: 5, textOutput: 7 },
    });
  });

  it('is not complete without its last event', () => {
    const { findings } = readInPieces(phase.slice(0, -1).join(''));
    expect(findings).toMatchObject({ isComplete: false, isEnded: false });
  });

  it('does not take text that speaks of the end or of errors for them', () => {
    const delta = '"type":"response.completed" {"type":"error"} "delta":"x"';
    const event = eventOf({ type: 'response.output_text.delta', sequence_number: 4, delta });
    const { findings, passed } = readInPieces(event);
    expect(passed).toBe(event);
    expect(findings).toMatchObject({ isComplete: false, failure: null });
    expect(findings.textBytes).toBe(delta.length);
  });

  it.each([
    { what: 'an error event', events: failing },
    { what: 'a failed response', events: [failing[0], failing[1], failing[3]] },
  ])('keeps the words of $what to itself, and nothing has begun before it', ({ events }) => {
    const { findings, passed } = readInPieces(events.join(''));
    expect(findings).toMatchObject({ isEnded: true, isComplete: false, hasBegun: false });
    expect(findings.failure).toContain('exceeded your current quota');
    expect(passed).not.toContain('quota');
  });

  it.each([
    ['what was read so far', calculation.slice(0, 12)],
    ['an error of the upstream', [...calculation.slice(0, 12), errorAt(12)]],
    ['a failure of the upstream', [...calculation.slice(0, 12), failureAt(12)]],
  ])('a failure after %s has the next number and ends the stream', (_what, events) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 5 }), (cuts) => {
        const { path, passed } = readInPieces(events.join(''), cuts);
        const end = path.breakOff(tooLate, 'req-1').toString();
        assertResponseStream(passed + end);
        expect(end).toContain('"sequence_number":12,');
        expect(end).toContain('"code":"upstream_answer_cut"');
        expect(end).not.toContain('secret');
      }),
      { numRuns: 20 },
    );
  });

  it('an error before anything else is an event of its own', () => {
    assertResponseStream(passedStream().breakOff(tooLate, 'req-1').toString());
  });

  it.each([
    ['a comment', ': ping\n\n', false],
    ['the creation', phase[0], false],
    ['being in progress', phase[1], false],
    ['an error', errorAt(0), false],
    ['a failure', failureAt(0), false],
    ['an item', phase[2], true],
    ['text', phase[4], true],
    ['an end', phase.at(-1), true],
  ])('an answer begins with %s: %s', (_what, event, begins) => {
    expect(readInPieces(event as string).findings.hasBegun).toBe(begins);
  });

  it('counts a picture once', () => {
    const item = { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'iVBORw0KGgo=' };
    const done = eventOf({ type: 'response.output_item.done', output_index: 0, item });
    const end = eventOf({ type: 'response.completed', response: { id: 'resp_1', output: [item] } });
    expect(readInPieces(`${phase[0]}${done}${end}`).findings.imageCount).toBe(1);
  });
});

describe('a whole response as a stream', () => {
  it.each([
    'openai-phase.1',
    'openai-reasoning-encrypted-content.1',
    'lmstudio-tool-call.1',
    'parallel-tool-call-wrapper.1',
  ])('%s', (name) => {
    const path = new URL(`../../../test/recordings/openai-responses/${name}.json`, import.meta.url);
    const answer = JSON.parse(readFileSync(path, 'utf8'));
    const stream = streamOfResponse(answer);
    assertResponseStream(stream);
    const { findings, text } = readInPieces(stream);
    expect(findings.isComplete).toBe(true);
    const whole = openAiResponses
      .readAnswer(
        (name) => answer[name],
        () => readFileSync(path),
      )
      .text();
    expect(JSON.parse(`"${text}"`).replaceAll('\n', '')).toBe(whole.replaceAll('\n', ''));
  });

  it('an error stays one', () => {
    const stream = streamOfResponse({ error: { message: 'no', code: null } });
    expect(readInPieces(stream).findings.failure).toContain('no');
    expect(() => streamOfResponse({ choices: [] })).toThrow('no list of output');
  });
});

function errorAt(number: number): string {
  const error = { code: 'server_error', message: 'secret', param: null };
  return eventOf({ type: 'error', sequence_number: number, error });
}

function failureAt(number: number): string {
  const response = { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'secret' } };
  return eventOf({ type: 'response.failed', sequence_number: number, response });
}

/** Bytes of the deltas as they stand in JSON. */
const deltaBytes = (events: readonly string[]): number =>
  events
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)).delta)
    .filter((delta) => typeof delta === 'string')
    .reduce((sum, delta) => sum + Buffer.byteLength(delta), 0);
