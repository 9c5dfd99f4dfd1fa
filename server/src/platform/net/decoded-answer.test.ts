import { constants, createZstdCompress, gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { DecodedAnswer } from './decoded-answer.ts';
import type { BodyConsumer, UpstreamAnswer } from './upstream-answer.ts';

const BOMB_BYTES = 100 * 2 ** 20;

/** An upstream whose pieces are played by hand, and a reader that stops at its first piece. */
function setUp(encoding = 'gzip') {
  const seen = { isPaused: false, isCancelled: false, bytes: 0, ends: [] as string[] };
  let upstream: BodyConsumer | null = null;
  const plain: UpstreamAnswer = {
    status: 200,
    headers: { 'content-encoding': 'gzip', 'content-length': '1000', 'content-type': 'application/json' },
    consume: (consumer) => {
      upstream = consumer;
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
  const answer = new DecodedAnswer(plain, encoding);
  let pausesAtFirst = true;
  answer.consume({
    data(piece) {
      seen.bytes += piece.length;
      if (pausesAtFirst) answer.pause();
    },
    end: () => void seen.ends.push('end'),
    fail: ({ fault }) => void seen.ends.push(fault),
  });
  const readOn = (): void => {
    pausesAtFirst = false;
    answer.resume();
  };
  return { seen, answer, readOn, upstream: upstream as unknown as BodyConsumer };
}

it('unpacks a body that grows a thousandfold no faster than it is read', async () => {
  const { seen, answer, readOn, upstream } = setUp();
  expect(answer.headers).toEqual({ 'content-type': 'application/json' });

  for (const part of [0, 1, 2, 3]) {
    const bytes = gzipSync(Buffer.alloc(BOMB_BYTES));
    upstream.data(bytes.subarray((bytes.length / 4) * part, (bytes.length / 4) * (part + 1)));
  }
  upstream.end();
  await vi.waitFor(() => expect(seen.bytes).toBeGreaterThan(0));
  expect(seen.isPaused).toBe(true);
  expect(seen.bytes).toBeLessThan(2 ** 20);

  readOn();
  await vi.waitFor(() => expect(seen.ends).toEqual(['end']), { timeout: 20_000 });
  expect(seen.bytes).toBe(BOMB_BYTES);
});

it('tells once that it was cancelled', async () => {
  const { seen, answer, upstream } = setUp();
  upstream.data(gzipSync(Buffer.alloc(BOMB_BYTES)));
  answer.cancel();
  answer.cancel();
  upstream.end();
  expect(seen).toMatchObject({ isCancelled: true, ends: ['cancelled'] });
});

it('refuses an encoding that would make it keep 128 MiB of what came before', async () => {
  const { seen, upstream } = setUp('zstd');
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
  compressor.on('data', (piece: Buffer) => upstream.data(piece));
  compressor.write(Buffer.alloc(2 ** 20));
  compressor.flush();
  await vi.waitFor(() => expect(seen.ends).toEqual(['broken']));
  expect(seen.isCancelled).toBe(true);
});
