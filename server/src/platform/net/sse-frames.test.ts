import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { returnMemory } from '../memory/return-memory.ts';
import { SseFrames, SseTooLongError, splitEvents } from './sse-frames.ts';

const MIB = 2 ** 20;

function pushPieces(frames: SseFrames, text: Buffer, pieceBytes: number): Buffer[] {
  const whole: Buffer[] = [];
  for (let start = 0; start < text.length; start += pieceBytes) {
    const passed = frames.push(text.subarray(start, start + pieceBytes));
    if (passed !== null) whole.push(passed);
  }
  return whole;
}

describe('splitting a stream into events', () => {
  it('finds the same events wherever pieces end', () => {
    const lines = fc.array(fc.constantFrom('data: a', ': note', 'data:', 'event: x', 'é'), {
      maxLength: 4,
    });
    const event = fc
      .tuple(lines, fc.constantFrom('\n', '\r\n'))
      .map(([all, end]) => `${['data: x', ...all].map((line) => line + end).join('')}${end}`);
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 12 }),
        (events, pieceBytes) => {
          const text = Buffer.from(events.join(''));
          const frames = new SseFrames({ maxEventBytes: MIB });

          const whole = pushPieces(frames, text, pieceBytes);

          expect(Buffer.concat(whole).toString()).toBe(text.toString());
          expect(frames.takeRest()).toBeNull();
          for (const bytes of whole) expect(/\n\r?\n$/.test(bytes.toString())).toBe(true);
        },
      ),
    );
  });

  it('leaves out the mark of the byte order before the first event, wherever pieces end', () => {
    const mark = Buffer.from('\ufeff');
    const event = 'data: \ufeffa\n\n';
    for (const beginning of [mark, mark.subarray(0, 2), Buffer.from('\ufeff\ufeff'), Buffer.alloc(0)]) {
      const text = Buffer.concat([beginning, Buffer.from(event)]);
      for (let pieceBytes = 1; pieceBytes <= text.length; pieceBytes += 1) {
        const frames = new SseFrames({ maxEventBytes: MIB });
        const whole = Buffer.concat(pushPieces(frames, text, pieceBytes));
        const left = beginning.length >= 3 ? beginning.subarray(3) : beginning;
        expect(whole).toEqual(Buffer.concat([left, Buffer.from(event)]));
      }
    }
  });

  it('joins the data lines of an event', () => {
    const [event] = splitEvents(Buffer.from('event: x\r\ndata: one\r\ndata:two\ndata:\n: note\n\n'));

    expect(event?.data).toBe('one\ntwo\n');
  });

  // Left: no vendor is known to send these, the SDKs of OpenAI cannot read them, and a return may be half of a line's end.
  it.fails('finds events whose lines end with returns alone', () => {
    const frames = new SseFrames({ maxEventBytes: MIB });

    expect(frames.push(Buffer.from('data: a\r\rdata: b\r\r'))?.toString()).toContain('data: a');
  });

  it('refuses an event above the limit, and only such', () => {
    const frames = new SseFrames({ maxEventBytes: 1000 });
    expect(pushPieces(frames, Buffer.from(`data: ${'a'.repeat(900)}\n\n`.repeat(3)), 64)).toHaveLength(3);

    expect(() => pushPieces(frames, Buffer.alloc(1001, 'a'), 64)).toThrow(SseTooLongError);
  });

  it.each([16 * 1024, 1400, 64])(
    'takes an event of 16 MiB in pieces of %i bytes in linear time',
    (pieceBytes) => {
      const event = Buffer.concat([Buffer.alloc(16 * MIB - 2, 'a'), Buffer.from('\n\n')]);
      const onePassMs = processorMs(() => {
        let newlines = 0;
        for (let i = 0; i < event.length; i += 1) if (event[i] === 0x0a) newlines += 1;
        expect(newlines).toBe(2);
      });
      let whole: Buffer[] = [];

      const ms = processorMs(() => {
        whole = pushPieces(new SseFrames({ maxEventBytes: 17 * MIB }), event, pieceBytes);
      });

      expect(whole).toHaveLength(1);
      expect(whole[0]?.length).toBe(event.length);
      expect(ms).toBeLessThan(onePassMs * 12);
    },
  );

  it.each([16 * 1024, 7])(
    'holds no more than twice an event that comes in pieces of %i bytes',
    (pieceBytes) => {
      const eventBytes = 8 * MIB;
      const frames = new SseFrames({ maxEventBytes: 16 * MIB });
      returnMemory();
      const before = process.memoryUsage();

      for (let sent = 0; sent < eventBytes; sent += pieceBytes) frames.push(Buffer.alloc(pieceBytes, 'a'));
      returnMemory();
      const after = process.memoryUsage();
      const whole = frames.push(Buffer.from('\n\n'));

      expect(whole?.length).toBeGreaterThan(eventBytes);
      const heldBytes = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
      expect(heldBytes).toBeLessThan(eventBytes * 2);
    },
  );
});
