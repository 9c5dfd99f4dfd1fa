import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awsFrame } from '../../../test/support/aws-frames.ts';
import { AwsEventFrames } from './aws-event-frames.ts';

const recorded = readFileSync(
  new URL('../../../test/recordings/bedrock-converse/cut-text.frames.bin', import.meta.url),
);
const open = (maxFrameBytes = 2 ** 20) => AwsEventFrames.open({ maxFrameBytes });
const typesOf = (frames: ReturnType<AwsEventFrames['push']>) =>
  frames.map(({ headers }) => headers[':event-type']);

describe('frames of Amazon', () => {
  it('are read with their headers and bodies', async () => {
    const read = (await open()).push(recorded);
    expect(typesOf(read)).toEqual([
      ...['messageStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop', 'metadata'],
    ]);
    expect(JSON.parse(String(read[1]?.body))).toMatchObject({
      delta: { text: 'I am here and ready to assist' },
    });
  });

  it('are the same wherever the network cuts them, and nothing of a piece is kept that its reader reuses', async () => {
    const whole = (await open()).push(recorded);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), async (sizes) => {
        const frames = await open();
        const read: typeof whole = [];
        for (let at = 0, turn = 0; at < recorded.length; turn += 1) {
          const piece = Buffer.from(recorded.subarray(at, at + (sizes[turn % sizes.length] as number)));
          at += piece.length;
          read.push(...frames.push(piece).map((frame) => ({ ...frame, body: Buffer.from(frame.body) })));
          piece.fill(0);
        }
        expect(read).toEqual(whole);
        expect(frames.unfinishedBytes).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('with a wrong checksum are none', async () => {
    const broken = Buffer.from(recorded);
    broken[60] = (broken[60] as number) ^ 1;
    const frames = await open();
    expect(() => frames.push(broken)).toThrow();
  });

  it.each([0, 15, 2 ** 20 + 1, 2 ** 32 - 1])('of %i bytes are none', async (length) => {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(length);
    const frames = await open();
    expect(() => frames.push(head)).toThrow(RangeError);
  });

  it('say how much of an unfinished one is kept', async () => {
    const frames = await open();
    const frame = awsFrame({ ':event-type': 'chunk' }, 'x'.repeat(5000));
    expect(frames.push(frame.subarray(0, 4000))).toEqual([]);
    expect(frames.unfinishedBytes).toBe(4000);
    expect(typesOf(frames.push(frame.subarray(4000)))).toEqual(['chunk']);
    expect(frames.unfinishedBytes).toBe(0);
  });
});
