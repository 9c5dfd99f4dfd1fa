import { describe, expect, it, vi } from 'vitest';
import { BreakOff } from './break-off.ts';
import { PacedAnswer } from './paced-answer.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from './upstream-answer.ts';

const events = (count: number): string[] => Array.from({ length: count }, (_, i) => `data: ${i}\n\n`);

/** An upstream whose pieces are played by hand, and what its reader got of them in which turn of the event loop. */
function setUp() {
  let consumer: BodyConsumer | null = null;
  const seen = { isPaused: false, isCancelled: false, bytesOfTurns: [0], text: '', ends: [] as string[] };
  const upstream: UpstreamAnswer = {
    status: 200,
    headers: {},
    consume: (taken) => {
      consumer = taken;
    },
    pause: () => {
      seen.isPaused = true;
    },
    resume: () => {
      seen.isPaused = false;
    },
    cancel: () => {
      seen.isCancelled = true;
    },
  };
  const breakOff = new BreakOff();
  const answer = new PacedAnswer(upstream, breakOff);
  let isWatching = true;
  const nextTurn = (): void => {
    seen.bytesOfTurns.push(0);
    if (isWatching) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const reader = {
    data(piece: Buffer): void {
      seen.text += piece.toString();
      const last = seen.bytesOfTurns.length - 1;
      seen.bytesOfTurns[last] = (seen.bytesOfTurns[last] ?? 0) + piece.length;
    },
    end: () => void seen.ends.push('end'),
    fail: ({ fault }: UpstreamError) => void seen.ends.push(fault),
  };
  answer.consume(reader);
  const stopWatching = (): void => {
    isWatching = false;
  };
  return { seen, answer, breakOff, reader, stopWatching, upstream: consumer as unknown as BodyConsumer };
}

describe('an answer that comes faster than it may be worked off', () => {
  it.each([
    { what: 'in one piece', pieces: [Buffer.from(events(20_000).join(''))] },
    { what: 'in thousands of pieces', pieces: events(20_000).map((event) => Buffer.from(event)) },
  ])('takes several turns of the event loop and keeps its order: $what', async ({ pieces }) => {
    const { seen, upstream, stopWatching } = setUp();

    for (const piece of pieces) upstream.data(piece);
    upstream.end();
    const isPausedMeanwhile = seen.isPaused;
    await vi.waitUntil(() => seen.ends.length > 0);
    stopWatching();

    expect(isPausedMeanwhile).toBe(true);
    expect(seen.text).toBe(events(20_000).join(''));
    expect(seen.ends).toEqual(['end']);
    expect(Math.max(...seen.bytesOfTurns)).toBeLessThanOrEqual(32_768);
    expect(seen.bytesOfTurns.filter((bytes) => bytes > 0).length).toBeGreaterThan(10);
  });

  it('goes straight through while it is slow', () => {
    const { seen, upstream, stopWatching } = setUp();

    for (const event of events(10)) upstream.data(Buffer.from(event));
    upstream.end();
    stopWatching();

    expect(seen).toMatchObject({ text: events(10).join(''), ends: ['end'], isPaused: false });
  });

  it('waits while its reader is full, then goes on, and only then tells of a failure', async () => {
    const { seen, answer, reader, upstream, stopWatching } = setUp();
    const text = events(8000).join('');
    const take = reader.data;
    reader.data = (piece) => {
      take(piece);
      answer.pause();
    };

    upstream.data(Buffer.from(text));
    upstream.fail(new UpstreamError('broken'));
    await vi.waitUntil(() => seen.text !== '');
    const takenBytes = seen.text.length;
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);

    expect(seen.text.length).toBe(takenBytes);
    expect(seen.ends).toEqual([]);
    while (seen.ends.length === 0) {
      answer.resume();
      await new Promise(setImmediate);
    }
    stopWatching();
    expect(seen.text).toBe(text);
    expect(seen.ends).toEqual(['broken']);
  });

  it('is thrown away when the call is cancelled', () => {
    const { seen, answer, upstream, stopWatching } = setUp();
    upstream.data(Buffer.from(events(20_000).join('')));

    answer.cancel();
    upstream.fail(new UpstreamError('cancelled'));
    stopWatching();

    expect(seen).toMatchObject({ isCancelled: true, ends: ['cancelled'] });
  });

  it('ends when the caller of a full socket leaves after the upstream has sent everything', () => {
    const { seen, answer, breakOff, upstream, stopWatching } = setUp();
    answer.pause();
    upstream.data(Buffer.from('data: 1\n\n'));
    upstream.end();

    breakOff.break();
    stopWatching();

    expect(seen).toMatchObject({ text: '', ends: ['cancelled'] });
  });
});
