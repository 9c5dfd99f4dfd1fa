import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framedEvents } from '../../../test/support/fake-upstream.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { PassedStream } from '../passed-stream.ts';
import { openAiChat } from './openai-chat.ts';
import { OpenAiChatScan } from './openai-chat-stream-scan.ts';

const hello = framedEvents('openai-chat/hello.chunks.txt');

const passedStream = (options: { wantsUsage: boolean; answerCount: number }) =>
  new PassedStream(new OpenAiChatScan({ ...options, framing: 'sse' }), openAiErrors);

/** Reads a stream that comes in pieces cut anywhere. */
function readInPieces(text: string, cuts: number[], wantsUsage = false) {
  const bytes = Buffer.from(text);
  const path = passedStream({ wantsUsage, answerCount: 1 });
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
  return { findings: path.findings, passed: Buffer.concat(passed).toString('utf8') };
}

describe('a chat stream that passes', () => {
  it('passes the same bytes and reads the same usage wherever the pieces end', () => {
    const asked = hello.join('').replace('data: [DONE]\n\n', '');
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        const { findings, passed } = readInPieces(hello.join(''), cuts, true);
        expect(passed).toBe(asked);
        expect(findings).toMatchObject({ isEnded: true, isComplete: true, textBytes: 6 });
        expect(findings.usage).toMatchObject({ textInput: 9, textOutput: 2 });
      }),
    );
  });

  it('hides the usage chunk from a caller who did not ask', () => {
    const { passed, findings } = readInPieces(hello.join(''), []);
    expect(passed).toBe(hello.slice(0, 4).join(''));
    expect(findings.usage).not.toBeNull();
  });

  it('hides a usage chunk that cannot be believed too', () => {
    const chunk = 'data: {"choices":[],"usage":{"prompt_tokens":-5,"completion_tokens":-9}}\n\n';
    const { passed, findings } = readInPieces(chunk, []);
    expect(passed).toBe('');
    expect(findings.usage).toMatchObject({ flags: ['input_unreadable', 'output_unreadable'] });
  });

  it('counts what is written into a custom tool, streamed and whole', () => {
    const custom = { name: 'shell', input: 'ls -l' };
    const begin = { index: 0, id: 'call_1', type: 'custom', custom };
    const more = { index: 0, custom: { input: ' /tmp' } };
    const stream = [begin, more].map((call) => {
      const choices = [{ index: 0, delta: { tool_calls: [call] } }];
      return `data: ${JSON.stringify({ choices })}\n\n`;
    });
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        expect(readInPieces(stream.join(''), cuts).findings.textBytes).toBe('ls -l /tmp'.length);
      }),
    );

    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'custom', custom }],
    };
    const body = { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
    const answer = openAiChat.readAnswer(
      (name) => body[name as keyof typeof body],
      () => Buffer.from(JSON.stringify(body)),
    );
    expect(answer.text()).toBe('ls -l');
  });

  it.each([
    ['a message beside each delta', (said: string) => ({ message: { role: 'assistant', content: said } })],
    ['annotations with texts', () => ({ annotations: [{ url_citation: { content: 'a page "of [text' } }] })],
  ])('counts what the model wrote, not %s', (_what, aside) => {
    let said = '';
    const chunks = ['Hello ', 'world', '!'].map((content) => {
      said += content;
      const choice = { index: 0, delta: { content, ...('annotations' in aside('') && aside('')) } };
      return [
        { ...choice, ...aside(said) },
        { ...aside(said), ...choice },
      ].map((one, at) => ({
        choices: [{ ...one, delta: { ...choice.delta, content: at === 0 ? content : '' } }],
        ...{ search_results: [{ title: 'A page', content: 'of text' }], citations: [{ text: 'quoted' }] },
      }));
    });
    const stream = chunks.flat().map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        const { findings, passed } = readInPieces(stream.join(''), cuts, true);
        expect(passed).toBe(stream.join(''));
        expect(findings.textBytes).toBe('Hello world!'.length);
      }),
    );
  });

  it('counts a message that comes in place of deltas', () => {
    const stream = ['Hello ', 'world'].map((content) => ({ choices: [{ index: 0, message: { content } }] }));
    const { findings } = readInPieces(stream.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''), []);
    expect(findings.textBytes).toBe('Hello world'.length);
  });

  it('knows which text came after a usage, however the network cut the stream', () => {
    const texts = ['before', 'after', 'still after'].map((content) => chunkOf({ content }));
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}}\n\n';
    const stream = [texts[0], usage, ...texts.slice(1)].join('');
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cuts) => {
        const { findings } = readInPieces(stream, cuts);
        expect(findings).toMatchObject({ textBytes: 22, unreportedBytes: 16 });
      }),
    );
  });

  it('measures text however the upstream sets its spaces', () => {
    const { findings } = readInPieces(
      'data: {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "four"}}]}\n\n',
      [],
    );
    expect(findings.textBytes).toBe(4);
  });

  it('reads usage from a last chunk that has choices, and passes it on', () => {
    const chunk =
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage": {"prompt_tokens":5,"completion_tokens":7}}\n\n';
    const { passed, findings } = readInPieces(chunk, []);
    expect(passed).toBe(chunk);
    expect(findings.usage).toMatchObject({ textInput: 5, textOutput: 7 });
    expect(findings.isComplete).toBe(true);
  });

  it('reads usage from Groq’s own member', () => {
    const chunk =
      'data: {"choices":[{"index":0,"delta":{}}],"x_groq":{"usage":{"prompt_tokens":5,"completion_tokens":7}}}\n\n';
    const { passed, findings } = readInPieces(chunk, []);
    expect(passed).toBe(chunk);
    expect(findings.usage).toMatchObject({ textInput: 5, textOutput: 7 });
  });

  it('takes Windows line ends, comments and a missing last line end', () => {
    const text = `: keep-alive\r\n\r\n${hello[1]?.replaceAll('\n', '\r\n')}data: [DONE]`;
    const { findings, passed } = readInPieces(text, [5, 40]);
    expect(findings.isEnded).toBe(true);
    expect(passed).toContain('"Hello"');
    expect(passed).not.toContain('DONE');
  });

  it('is not complete without a finish reason', () => {
    expect(readInPieces(hello.slice(0, 3).join(''), []).findings.isComplete).toBe(false);
  });

  it.each([1, 2])('is not complete with an empty finish reason, of %i answers', (answerCount) => {
    const path = passedStream({ wantsUsage: false, answerCount });
    const tell = (finish_reason: string): void => {
      const choices = [0, 1].map((index) => ({ index, delta: {}, finish_reason }));
      path.read(Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`));
    };
    tell('');
    expect(path.findings.isComplete).toBe(false);
    tell('stop');
    expect(path.findings.isComplete).toBe(true);
  });

  it('does not take text that speaks of usage, errors or the end for them', () => {
    const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: '"usage":{"prompt_tokens":1} "error" [DONE]' }, finish_reason: null }] })}\n\n`;
    const { findings, passed } = readInPieces(chunk, []);
    expect(passed).toBe(chunk);
    expect(findings).toMatchObject({ usage: null, failure: null, isEnded: false });
  });

  it('keeps an error’s words to itself', () => {
    const { findings, passed } = readInPieces(`${hello[0]}data: {"error":{"message":"secret"}}\n\n`, []);
    expect(passed).toBe(hello[0]);
    expect(findings.failure).toContain('secret');
  });

  it.each([
    { what: 'a picture', unit: 'iVBORw0KGgo=' },
    { what: 'backslashes', unit: '\\\\' },
    { what: 'escaped quotes', unit: '"\\' },
  ])('reads an event of 15 MiB with $what in linear time', ({ unit }) => {
    const msOf = (mib: number): number => {
      const content = unit.repeat((mib * 2 ** 20) / JSON.stringify(unit).length);
      const choices = [{ index: 0, delta: { content }, finish_reason: null }];
      const event = Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`);
      return processorMs(() => {
        const path = passedStream({ wantsUsage: false, answerCount: 1 });
        for (let from = 0; from < event.length; from += 16_384)
          path.read(event.subarray(from, from + 16_384));
        expect(path.findings.textBytes).toBe(content.length);
      });
    };
    // 30 times the length, some of it again because the longer event leaves the caches; what is quadratic takes 900 times.
    expect(msOf(15)).toBeLessThan(msOf(0.5) * 250);
  });

  it.each([
    { what: 'a comment', event: ': ping\n\n', begins: false },
    { what: 'a bare role', event: chunkOf({ role: 'assistant', content: '' }), begins: false },
    {
      what: 'a role with nulls',
      event: chunkOf({ role: 'assistant', content: null, refusal: null }),
      begins: false,
    },
    { what: 'an error', event: 'data: {"error":{"message":"busy"}}\n\n', begins: false },
    { what: 'text', event: chunkOf({ content: 'H' }), begins: true },
    {
      what: 'a call of a tool',
      event: chunkOf({ tool_calls: [{ index: 0, function: { name: 'f' } }] }),
      begins: true,
    },
    { what: 'thinking', event: chunkOf({ reasoning_content: 'Hm' }), begins: true },
    { what: 'a finish reason', event: chunkOf({}, 'stop'), begins: true },
    { what: 'usage', event: 'data: {"choices":[],"usage":{"prompt_tokens":5}}\n\n', begins: true },
  ])('an answer begins with $what: $begins', ({ event, begins }) => {
    expect(readInPieces(event, []).findings.hasBegun).toBe(begins);
  });

  it('is complete when each of several choices has finished', () => {
    const path = passedStream({ wantsUsage: false, answerCount: 2 });
    const finish = (index: number) =>
      Buffer.from(`data: {"choices":[{"index":${index},"delta":{},"finish_reason":"stop"}]}\n\n`);
    path.read(finish(0));
    path.read(finish(0));
    expect(path.findings.isComplete).toBe(false);
    expect(path.read(finish(1))).toEqual(finish(1));
    expect(path.findings.isComplete).toBe(true);
  });
});

function chunkOf(delta: object, finish_reason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}
