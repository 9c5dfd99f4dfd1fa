import { createHash } from 'node:crypto';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { returnMemory } from '../../../platform/memory/return-memory.ts';

const MIB = 2 ** 20;
const PIECE = Buffer.alloc(MIB, 7);

let gateway: TestGateway;
let user: SeededUser;
/** A vendor that reads what comes without keeping it. */
let vendor: Server;
let seen: { bytes: number; digest: string }[];

beforeEach(async () => {
  seen = [];
  vendor = createServer((request, response) => {
    const hash = createHash('sha256');
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      hash.update(piece);
    });
    request.on('end', () => {
      seen.push({ bytes, digest: hash.digest('hex') });
      response.setHeader('content-type', 'application/json');
      response.end('{"text":"Hello","duration":60}');
    });
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  gateway = await startTestGateway({ env: { TURNPIKE_UPLOAD_LIMIT: String(200 * MIB) } });
  user = await gateway.seed.user({ quota: 100_000_000 });
  await gateway.seed.price({ model: 'm', input: 0, output: 0 });
  await gateway.seed.channel({
    model: 'm',
    baseUrl: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  });
});
afterEach(async () => {
  await gateway.stop();
  vendor.closeAllConnections();
  await new Promise((resolve) => vendor.close(resolve));
});

const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n`;
const tail = `\r\n--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n--b--\r\n`;

/** Sends a form with a file of so many MiB before the model's name. */
async function upload(mib: number): Promise<{ status: number; body: string }> {
  const call = httpRequest(`${gateway.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${user.token}` },
  });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      let body = '';
      response.on('data', (piece) => {
        body += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
  });
  let isAnswered = false;
  void answer.then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  call.write(head);
  for (let sent = 0; sent < mib && !isAnswered; sent += 1) {
    if (!call.write(PIECE))
      await Promise.race([new Promise((resolve) => call.once('drain', resolve)), answer]);
  }
  call.end(tail);
  return answer;
}

const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

it('goes through the disk, not through memory', async () => {
  await upload(1);
  returnMemory();
  const before = held();
  let most = 0;
  const timer = setInterval(() => {
    returnMemory();
    most = Math.max(most, held() - before);
  }, 250);
  const answers = await Promise.all([upload(60), upload(60)]);
  clearInterval(timer);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(most).toBeLessThan(30 * MIB);
  expect(seen).toHaveLength(3);
  expect(seen[1]?.bytes).toBeGreaterThan(60 * MIB);
  expect(gateway.core.relay.uploads.budget.heldBytes).toBe(0);
}, 60_000);

it('is refused above the limit, and nothing of it stays', async () => {
  const answer = await upload(201);
  expect(answer).toMatchObject({ status: 413, body: expect.stringContaining('too large') });
  expect(seen).toEqual([]);
  await wait(50);
  expect(gateway.core.relay.uploads.budget.heldBytes).toBe(0);
  expect(gateway.core.quotaBook.heldPoints()).toBe(0);
}, 60_000);

it('is refused while the disk has less room than is kept free', async () => {
  gateway.core.relay.uploads.place.reserveBytes = 2 ** 60;
  const answer = await upload(5);
  expect(answer).toMatchObject({ status: 503 });
  expect(gateway.core.relay.uploads.budget.heldBytes).toBe(0);
  gateway.core.relay.uploads.place.reserveBytes = 0;
  expect(await upload(5)).toMatchObject({ status: 200 });
}, 60_000);

it('holds no more for one user, and for all, than uploads may take of the disk', async () => {
  const { budget } = gateway.core.relay.uploads;
  const others = budget.open(user.id);
  others.take(4 * 2 ** 30 * 0.25);
  expect(await upload(5)).toMatchObject({ status: 429 });
  others.release();
  expect(await upload(5)).toMatchObject({ status: 200 });
}, 60_000);
