import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../platform/gateway-error.ts';
import { returnMemory } from '../../platform/memory/return-memory.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { BodyBudget } from './body-budget.ts';
import { type BodyBounds, readBody } from './read-body.ts';

const pieces = ['{"model":', '"m","messages"', ':[]}'].map((text) => Buffer.from(text));
const length = pieces.reduce((sum, piece) => sum + piece.length, 0);

const requestOf = (headers: Record<string, string>): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers }) as never;

const MIB = 2 ** 20;

const boundsOf = (bounds: Partial<BodyBounds> = {}): BodyBounds => ({
  limitBytes: 10_000_000,
  hold: new BodyBudget({ processBytes: 64 * MIB, largestBodyBytes: 32 * MIB }).open(1),
  assertMayBeLarge: () => undefined,
  ...bounds,
});

async function readPieces(headers: Record<string, string>, limitBytes = 1000): Promise<string> {
  const request = requestOf(headers);
  const body = readBody(request, boundsOf({ limitBytes }));
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

  it('says that a caller has left who left before it began', async () => {
    const request = requestOf({ 'content-length': String(length) });
    request.write(pieces[0]);
    request.destroy();
    await once(request, 'close');

    await expect(readBody(request, boundsOf())).rejects.toMatchObject({ code: 'caller.left' });
  });

  it('puts a long one whose length was announced into one memory, and frees what came', async () => {
    const request = requestOf({ 'content-length': String(MIB) });
    const body = readBody(request, boundsOf());
    const sent = Array.from({ length: 16 }, (_, at) => Buffer.alloc(MIB / 16, `${at % 10}`));
    const expected = Buffer.concat(sent);
    const came = sent.map((piece) => {
      const own = Buffer.allocUnsafeSlow(piece.length);
      piece.copy(own);
      return own;
    });
    for (const piece of came) {
      request.write(piece);
      await new Promise(setImmediate);
    }
    expect(came.map(({ length }) => length)).toEqual(came.map(() => 0));
    request.end();

    const whole = await body;
    expect(whole.equals(expected)).toBe(true);
    expect(whole.buffer.byteLength).toBe(MIB);
  });

  it('joins thousands of pieces in their order', async () => {
    const request = requestOf({});
    const body = readBody(request, boundsOf());
    const text = Array.from({ length: 3000 }, (_, index) => `${index}`.padStart(1000, ' ')).join('');
    for (let start = 0; start < text.length; start += 1500) request.write(text.slice(start, start + 1500));
    request.end();

    expect((await body).toString() === text).toBe(true);
  });

  it('keeps no second copy of a body while its request lives', async () => {
    const request = requestOf({});
    const body = readBody(request, boundsOf());
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
    const body = readBody(request, boundsOf());
    request.write(pieces[0]);
    request.destroy();

    await expect(body).rejects.toMatchObject({ code: 'caller.left' });
  });

  it('keeps a body that comes in single bytes in twice its size', async () => {
    const request = requestOf({});
    const budget = new BodyBudget({ processBytes: 64 * MIB, largestBodyBytes: 32 * MIB });
    const body = readBody(request, boundsOf({ hold: budget.open(1) }));
    returnMemory();
    const before = process.memoryUsage();
    const bodyBytes = 2 * MIB;

    for (let sent = 0; sent < bodyBytes; sent += 1) request.emit('data', Buffer.from([0x20]));
    returnMemory();
    const after = process.memoryUsage();
    request.end();

    expect(await body).toHaveLength(bodyBytes);
    expect(budget.heldBytes).toBe(bodyBytes);
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(
      2 * bodyBytes,
    );
  });

  it('pauses above 64 KiB until it is known whether the caller may send more', async () => {
    const request = requestOf({});
    let allow = (): void => {};
    const asked = new Promise<void>((resolve) => {
      allow = resolve;
    });
    const body = readBody(request, boundsOf({ assertMayBeLarge: () => asked }));
    request.write(Buffer.alloc(60_000));
    await new Promise(setImmediate);
    expect(request.isPaused()).toBe(false);

    request.write(Buffer.alloc(10_000));
    await new Promise(setImmediate);
    expect(request.isPaused()).toBe(true);

    allow();
    request.end();
    expect(await body).toHaveLength(70_000);
  });

  it.each([
    { what: 'announced', headers: { 'content-length': '100000' }, sent: 0 },
    { what: 'found out on the way', headers: {}, sent: 70_000 },
  ])('refuses a large one of somebody who may not send it: $what', async ({ headers, sent }) => {
    for (const refusal of [
      () => Promise.reject(new GatewayError('quota.insufficient')),
      () => {
        throw new GatewayError('quota.insufficient');
      },
    ]) {
      const request = requestOf(headers);
      const body = readBody(request, boundsOf({ assertMayBeLarge: refusal }));
      if (sent > 0) request.write(Buffer.alloc(sent));

      await expect(body).rejects.toMatchObject({ code: 'quota.insufficient' });
    }
  });

  it('counts bytes that have come, for the user and the process, and takes them back', async () => {
    const budget = new BodyBudget({ processBytes: 4 * MIB, largestBodyBytes: MIB });
    const open = async (userId: number, headers = {}) => {
      const hold = budget.open(userId);
      const request = requestOf(headers);
      const body = readBody(request, boundsOf({ hold }));
      body.catch(() => {});
      return { hold, request, body };
    };
    const announcer = await open(9, { 'content-length': '1000000' });
    const first = await open(1);
    first.request.write(Buffer.alloc(MIB - 10));
    await vi.waitUntil(() => budget.heldBytes === MIB - 10);

    await expect((await open(1, { 'content-length': '11' })).body).rejects.toMatchObject({
      code: 'rate.body_bytes',
      parameters: { retry_after: 1 },
    });
    const second = await open(1);
    second.request.write(Buffer.alloc(11));
    await expect(second.body).rejects.toMatchObject({ code: 'rate.body_bytes' });
    for (const userId of [2, 3, 4]) (await open(userId)).request.write(Buffer.alloc(MIB));
    await expect((await open(5, { 'content-length': '70000' })).body).rejects.toMatchObject({
      code: 'gateway.busy',
      parameters: { retry_after: 1 },
    });
    first.hold.release();
    first.hold.release();
    announcer.hold.release();
    await vi.waitUntil(() => budget.heldBytes === 3 * MIB);
    const again = await open(5, { 'content-length': '11' });
    again.request.end(Buffer.alloc(11));

    expect(await again.body).toHaveLength(11);
    expect(budget.heldBytes).toBe(3 * MIB + 11);
  });
});
