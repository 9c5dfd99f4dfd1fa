import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../test/grammars/anthropic-messages-grammar.ts';
import { framedEvent, recordedEvents } from '../../../test/upstreams/anthropic-messages-upstream.ts';
import { PassedStream } from '../passed-stream.ts';
import { anthropicErrors } from './anthropic-errors.ts';
import { AnthropicMessagesScan } from './anthropic-messages-stream-scan.ts';

const names = readdirSync(new URL('../../../test/recordings/anthropic-messages', import.meta.url))
  .filter((name) => name.endsWith('.chunks.txt'))
  .map((name) => name.slice(0, -'.chunks.txt'.length));

const text = recordedEvents('anthropic-text');
const event = (data: object): string => framedEvent(JSON.stringify(data));
const textDelta = (words: string): string =>
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } });
const STOP = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';

/** Reads a stream that comes in pieces cut anywhere. */
function readInPieces(stream: string, cuts: number[] = []) {
  const texts: string[] = [];
  const path = new PassedStream(new AnthropicMessagesScan(), anthropicErrors);
  path.findings.onText = (escaped) => texts.push(escaped);
  const bytes = Buffer.from(stream);
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  const passed: Buffer[] = [];
  const take = (piece: Buffer | null): void => {
    if (piece !== null) passed.push(Buffer.from(piece));
  };
  let from = 0;
  for (const place of [...places, bytes.length]) {
    take(path.read(bytes.subarray(from, place)));
    from = place;
  }
  take(path.finish());
  return {
    findings: path.findings,
    passed: Buffer.concat(passed).toString('utf8'),
    end: path.takeEnd(null).toString('utf8'),
    texts,
  };
}

describe('a stream of messages that passes', () => {
  it.each([
    { name: 'anthropic-text', usage: { textInput: 12, textOutput: 30 } },
    { name: 'anthropic-tool-no-args', usage: { textInput: 565, textOutput: 48 } },
    { name: 'anthropic-json-tool.1', usage: { textInput: 849, textOutput: 47 } },
    { name: 'anthropic-clear-thinking.1', usage: { textInput: 69, textOutput: 53 } },
    { name: 'anthropic-refusal', usage: { textInput: 18, textOutput: 5 } },
    { name: 'anthropic-message-delta-input-tokens', usage: { textInput: 61, textOutput: 2 } },
  ])('passes the bytes of $name and reads its usage wherever the pieces end', ({ name, usage }) => {
    const stream = recordedEvents(name).join('');
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        const { findings, passed, end } = readInPieces(stream, cuts);
        expect(passed + end).toBe(stream);
        expect(end).toBe(STOP);
        expect(findings).toMatchObject({
          isEnded: true,
          isComplete: true,
          failure: null,
          unreportedBytes: 0,
        });
        expect(findings.usage).toMatchObject(usage);
      }),
    );
  });

  it('has a test for every recording', () => {
    expect(names).toHaveLength(6);
  });

  it('takes Windows line ends, comments and events that are not known', () => {
    const unknown = 'event: message_note\ndata: {"type":"message_note","note":"new"}\n\n';
    const stream = [': hi\n\n', ...text.slice(0, 4), unknown, ...text.slice(4)]
      .join('')
      .replaceAll('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cuts) => {
        const { findings, passed, end } = readInPieces(stream, cuts);
        expect(passed + end).toBe(stream);
        expect(findings).toMatchObject({ isComplete: true, usage: { textInput: 12, textOutput: 30 } });
      }),
    );
  });

  it('names events whose server does not, wherever the pieces end', () => {
    const bare = text.join('').replaceAll(/event: \w+\n/g, '');
    for (const cuts of [[], [7, 60, 200, 333, 500]]) {
      const { passed, end, findings } = readInPieces(bare, cuts);
      expect(passed + end).toBe(text.join(''));
      expect(findings).toMatchObject({ isComplete: true, usage: { textInput: 12, textOutput: 30 } });
    }
  });

  it('takes a last event without its blank line', () => {
    const { findings, passed, end } = readInPieces(text.join('').trimEnd(), [50]);
    expect(passed + end).toBe(text.join(''));
    expect(findings.isComplete).toBe(true);
  });

  it('writes the end that an upstream leaves out', () => {
    const { findings, passed, end } = readInPieces(text.slice(0, -1).join(''));
    expect(findings).toMatchObject({ isComplete: true, isEnded: false });
    expect(passed + end).toBe(text.join(''));
  });

  it('ends at the marker of another dialect, which it does not pass on', () => {
    const { findings, passed, end } = readInPieces(`${text.slice(0, -1).join('')}data: [DONE]\n\n`);
    expect(findings).toMatchObject({ isComplete: true, isEnded: true });
    expect(passed + end).toBe(text.join(''));
  });

  it('neither passes on nor counts what comes after the end', () => {
    const alone = readInPieces(text.join('')).findings;
    const { findings, passed, end } = readInPieces(text.join('') + event({ type: 'ping' }) + text.join(''));
    expect(passed + end).toBe(text.join(''));
    expect(findings).toMatchObject({ textBytes: alone.textBytes, unreportedBytes: 0 });
  });

  it.each([1, 5, 9, 10])('is not complete after %i events, and knows which text no usage counts', (count) => {
    const { findings } = readInPieces(text.slice(0, count).join(''));
    expect(findings).toMatchObject({ isComplete: false, usage: { textInput: 12, textOutput: 1 } });
    expect(findings.unreportedBytes).toBe(findings.textBytes);
  });

  it('measures texts, thinking and inputs of tools, and hands them on for counting', () => {
    const { findings, texts } = readInPieces(recordedEvents('anthropic-clear-thinking.1').join(''));
    expect(texts.join('')).toBe(
      'The previous result was 925. Now I need to divide that by 5.\\n\\n925 ÷ 5 = 185925 ÷ 5 = 185',
    );
    expect(findings.textBytes).toBe(Buffer.byteLength(JSON.parse(`"${texts.join('')}"`)));
    expect(readInPieces(recordedEvents('anthropic-json-tool.1').join('')).texts.join('')).toContain(
      'San Francisco',
    );
  });

  it('reads usage in any event, the last one', () => {
    const stop = event({ type: 'message_stop', usage: { output_tokens: 99 } });
    const { findings } = readInPieces(text.slice(0, -1).join('') + stop);
    expect(findings.usage).toMatchObject({ textInput: 12, textOutput: 99 });
  });

  it('counts text for which only an input was said', () => {
    const delta = event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} });
    const { findings } = readInPieces([...text.slice(0, -2), delta, STOP].join(''));
    expect(findings.usage).toMatchObject({ textInput: 12 });
    expect(findings.unreportedBytes).toBe(findings.textBytes);
    expect(findings.textBytes).toBeGreaterThan(100);
  });

  it('flags what cannot be believed', () => {
    const message = { id: 'm', usage: { input_tokens: 0, output_tokens: -1 } };
    const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' } };
    const start = event({ type: 'message_start', message });
    const flags = ['output_unreadable'];
    expect(readInPieces(start + textDelta('Hi') + event(delta) + STOP).findings.usage).toMatchObject({
      flags,
    });
  });

  it('does not take text that speaks of errors, usage or the end for them', () => {
    const words = '"type":"error","usage":{"input_tokens":1},"type":"message_stop" [DONE] "error":{';
    const { findings, passed } = readInPieces(textDelta(words));
    expect(passed).toBe(textDelta(words));
    expect(findings).toMatchObject({ usage: null, failure: null, isEnded: false, isComplete: false });
  });

  it.each([
    event({ type: 'error', error: { type: 'overloaded_error', message: 'secret' } }),
    'data: {"error":{"message":"secret"}}\n\n',
  ])('keeps an error’s words to itself: %s', (error) => {
    const { findings, passed } = readInPieces(text[0] + error + STOP);
    expect(passed).toBe(text[0]);
    expect(findings).toMatchObject({ isEnded: true, isComplete: false });
    expect(findings.failure).toContain('secret');
  });

  it.each([
    { what: 'a comment', data: ': ping\n\n', begins: false },
    { what: 'a ping', data: event({ type: 'ping' }), begins: false },
    { what: 'the head of a message', data: text[0] as string, begins: false },
    { what: 'an error', data: event({ type: 'error', error: {} }), begins: false },
    { what: 'an event that is not known', data: event({ type: 'note' }), begins: false },
    { what: 'a block', data: text[1] as string, begins: true },
    { what: 'text', data: textDelta('Hi'), begins: true },
    { what: 'a stop reason', data: text.at(-2) as string, begins: true },
    { what: 'the end', data: STOP, begins: true },
  ])('an answer begins with $what: $begins', ({ data, begins }) => {
    expect(readInPieces(data).findings.hasBegun).toBe(begins);
  });

  it('tells pings from what is said after the stop reason', () => {
    const path = new PassedStream(new AnthropicMessagesScan(), anthropicErrors);
    path.read(Buffer.from(text.slice(0, -1).join('')));
    const before = path.findings.lateEvents;
    path.read(Buffer.from(`: comment\n\n${event({ type: 'ping' })}`));
    expect(path.findings.lateEvents).toBe(before);
    path.read(Buffer.from(textDelta('more')));
    expect(path.findings.lateEvents).toBe(before + 1);
  });

  it('breaks off with an error that fits the order of events', () => {
    const path = new PassedStream(new AnthropicMessagesScan(), anthropicErrors);
    const passed = String(path.read(Buffer.from(text.slice(0, 5).join(''))));
    const error = {
      code: 'upstream.answer_cut',
      message: 'Cut.',
      fields: [],
      entry: { status: 502 },
      parameters: {},
    };
    assertMessageStream(passed + path.breakOff(error as never, 'req1').toString());
  });
});
