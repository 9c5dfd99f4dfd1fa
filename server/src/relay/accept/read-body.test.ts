import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { IncomingMessage } from '../../platform/http-messages.ts';
import { returnMemory } from '../../platform/return-memory.ts';
import { readBody } from './read-body.ts';

const pieces = ['{"model":', '"m","messages"', ':[]}'].map((text) => Buffer.from(text));
const length = pieces.reduce((sum, piece) => sum + piece.length, 0);

const requestOf = (headers: Record<string, string>): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers }) as never;

async function readPieces(headers: Record<string, string>, limitBytes = 1000): Promise<string> {
  const request = requestOf(headers);
  const body = readBody(request, { limitBytes });
  body.catch(() => {});
  for (const piece of pieces) {
    request.write(piece);
    await new Promise(setImmediate);
  }
  request.end();
  return (await body).toString();
}

describe('reading a body', () => {
  it.each([
    { what: 'whose length was announced', headers: { 'content-length': String(length) } },
    { what: 'whose length nobody knows', headers: {} },
  ])('joins the pieces of one $what', async ({ headers }) => {
    expect(await readPieces(headers)).toBe('{"model":"m","messages":[]}');
  });

  it.each([
    { what: 'announced', headers: { 'content-length': String(length) } },
    { what: 'found out on the way', headers: {} },
  ])('refuses one that is too large, $what', async ({ headers }) => {
    await expect(readPieces(headers, length - 1)).rejects.toMatchObject({ code: 'request.too_large' });
    expect(await readPieces(headers, length)).toHaveLength(length);
  });

  it('joins thousands of pieces in their order', async () => {
    const request = requestOf({});
    const body = readBody(request, { limitBytes: 10_000_000 });
    const text = Array.from({ length: 3000 }, (_, index) => `${index}`.padStart(1000, ' ')).join('');
    for (let start = 0; start < text.length; start += 1500) request.write(text.slice(start, start + 1500));
    request.end();

    expect((await body).toString() === text).toBe(true);
  });

  it('keeps no second copy of a body while its request lives', async () => {
    const request = requestOf({});
    const body = readBody(request, { limitBytes: 10_000_000 });
    const piece = new WeakRef(Buffer.alloc(1_000_000, ' '));
    request.write(piece.deref());
    await new Promise(setImmediate);
    request.end(Buffer.alloc(1000));
    const whole = await body;
    await new Promise(setImmediate);

    returnMemory();

    expect(whole).toHaveLength(1_001_000);
    expect(piece.deref()).toBeUndefined();
    expect(request.listenerCount('close')).toBeGreaterThan(0);
  });

  it('ends when the caller leaves', async () => {
    const request = requestOf({ 'content-length': String(length) });
    const body = readBody(request, { limitBytes: 1000 });
    request.write(pieces[0]);
    request.destroy();

    await expect(body).rejects.toMatchObject({ code: 'caller.left' });
  });
});
