import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeOfLog } from '../../src/billing/charge.ts';
import { at, TaskWorld } from '../support/task-world.ts';
import type { TestGateway } from '../support/test-gateway.ts';
import { PICTURE_BYTES, SONG_BYTES, type TaskVendor, VIDEO_BYTES } from '../upstreams/tasks/task-vendor.ts';

const QUOTA = 1_000_000;
const bytesOf = { image: PICTURE_BYTES, video: VIDEO_BYTES, audio: SONG_BYTES } as const;
const typeOf = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' } as const;

/** Facts of a vendor that its tests need. */
export interface VendorRow {
  name: string;
  start(): Promise<TaskVendor>;
  channel: {
    type: number;
    /** A function of the vendor where the key names its address. */
    channelKey: string | ((vendor: TaskVendor) => string);
    other?: string;
  };
  prices: Parameters<TestGateway['seed']['price']>[0][];
  /** A request that the vendor takes. */
  asked: { path: string; body: Record<string, unknown> };
  /** Points that are held for it, and charged when it is done. */
  held: number;
  charged: number;
  /** Result of the task. */
  kind: keyof typeof bytesOf;
  /** The vendor's answer has the bytes of the result, which the gateway keeps. */
  keepsResult?: true;
  /** Brings the vendor's last task into a state, in the vendor's words. */
  set(vendor: TaskVendor, state: 'running' | 'done' | 'failed' | 'filtered' | 'strange'): void;
  /** Reason that callers read of a failed task. */
  reason: string | RegExp;
  /** A request that the vendor refuses when it is made, and the status that its caller gets. */
  refused: { body: Record<string, unknown>; status: number };
  /** Whether a task under way can be cancelled. */
  cancels: boolean;
  /** Members of the vendor's request. */
  sent: Record<string, unknown>;
  /** Requests that must not reach the vendor: what it cannot do, and numbers out of bounds. */
  unsupported: Record<string, unknown>[];
  /** Address of the site, where the vendor asks for one to report to. */
  siteAddress?: string;
}

/** Checks one vendor in one of the APIs of callers: submit, look, fetch, cancel, failure, filter, loss and price. */
export function describeTaskVendor(row: VendorRow): void {
  describe(`tasks at ${row.name}`, () => {
    let world: TaskWorld;
    let vendor: TaskVendor;
    let channelKey = '';
    const { path, body } = row.asked;
    const model = [...new Set(row.prices.map((price) => price.model))].join(',');

    beforeAll(async () => {
      vendor = await row.start();
      vendor.file = { type: 'application/octet-stream', bytes: bytesOf[row.kind] };
      const { channelKey: key } = row.channel;
      channelKey = typeof key === 'string' ? key : key(vendor);
      world = await TaskWorld.start(vendor, {
        ...{ channel: { ...row.channel, channelKey, model }, prices: row.prices },
        ...(row.siteAddress !== undefined && { relayOptions: { siteAddress: row.siteAddress } }),
      });
    });
    afterAll(() => world.stop());

    it('are made, followed, charged once and downloaded', async () => {
      const user = await world.user(QUOTA);
      const before = world.held;
      const id = await world.make(user, path, body);
      expect(world.held - before).toBe(row.held);
      expect(vendor.last.body).toMatchObject(row.sent);
      expect(await world.gateway.quotaOf(user)).toBe(QUOTA);
      row.set(vendor, 'running');
      await world.lookNow();
      expect(await world.seen(user, id)).toMatchObject({ status: 'IN_PROGRESS', is_ended: false });
      row.set(vendor, 'done');
      await world.lookNow();
      await world.lookNow();

      const done = await world.seen(user, id);
      expect(done).toMatchObject({ status: 'SUCCESS', progress: 100, fail_reason: null });
      expect(world.held).toBe(before);
      expect(await world.gateway.quotaOf(user)).toBe(QUOTA - row.charged);
      const rows = await world.gateway.logRowsOf(user);
      expect(rows).toMatchObject([{ quota: row.charged, ended_by: 'completed', metadata: { task: { id } } }]);
      expect(chargeOfLog(rows[0]?.metadata as never)).toBe(row.charged);
      const text = JSON.stringify(done);
      for (const secret of [vendor.url, ...channelKey.split('|').filter((part) => part.length > 5)])
        expect(text).not.toContain(secret);
      const file = (done.files as unknown[]).find((one) => at(one, 'kind') === row.kind);
      const url = String(at(file, 'url')).replace(row.siteAddress ?? world.gateway.url, world.gateway.url);
      const download = await fetch(url);
      expect([download.status, download.headers.get('content-type')]).toEqual([200, typeOf[row.kind]]);
      expect(Buffer.from(await download.arrayBuffer()).equals(bytesOf[row.kind])).toBe(true);
      if (row.keepsResult === true) return;
      vendor.file = { type: 'video/mp4', bytes: Buffer.from('{"error":"expired"}') };
      expect((await fetch(url)).status).toBe(404);
      vendor.file = { type: 'application/octet-stream', bytes: bytesOf[row.kind] };
    });

    it.each(['failed', 'filtered'] as const)('that are %s cost nothing', async (state) => {
      const user = await world.user(QUOTA);
      const id = await world.make(user, path, body);
      row.set(vendor, state);
      await world.lookNow();
      const seen = await world.seen(user, id);
      expect(seen).toMatchObject({ status: 'FAILURE' });
      if (state === 'failed') expect(seen.fail_reason).toMatch(row.reason);
      expect(await world.gateway.quotaOf(user)).toBe(QUOTA);
      expect(await world.gateway.logRowsOf(user)).toMatchObject([
        { quota: 0, metadata: state === 'filtered' ? { error_code: 'upstream.content_filter' } : {} },
      ]);
    });

    it('that are refused when they are made cost nothing', async () => {
      const user = await world.user(QUOTA);
      const before = world.held;
      const { status } = await world.ask(user, 'POST', path, { body: { ...body, ...row.refused.body } });
      expect(status).toBe(row.refused.status);
      expect([world.held, await world.gateway.quotaOf(user)]).toEqual([before, QUOTA]);
    });

    it('that it cannot make are refused before it is asked', async () => {
      const user = await world.user(QUOTA);
      const count = vendor.tasks.size;
      for (const members of row.unsupported) {
        const { status } = await world.ask(user, 'POST', path, { body: { ...body, ...members } });
        expect(status, JSON.stringify(members)).toBe(400);
      }
      expect(vendor.tasks.size).toBe(count);
    });

    it(row.cancels ? 'can be cancelled and cost nothing then' : 'cannot be cancelled', async () => {
      const user = await world.user(QUOTA);
      const id = await world.make(user, path, body);
      const { status } = await world.ask(user, 'POST', `/v1/tasks/${id}/cancel`);
      expect(status).toBe(row.cancels ? 200 : 409);
      if (row.cancels) {
        expect(await world.seen(user, id)).toMatchObject({ status: 'CANCELLED' });
        expect(await world.gateway.quotaOf(user)).toBe(QUOTA);
        return;
      }
      row.set(vendor, 'done');
      await world.lookNow();
      expect(await world.gateway.quotaOf(user)).toBe(QUOTA - row.charged);
      expect((await world.ask(user, 'POST', `/v1/tasks/${id}/cancel`)).status).toBe(409);
    });

    it('in a strange state are running, and lost ones are given back', async () => {
      const user = await world.user(QUOTA);
      const id = await world.make(user, path, body);
      row.set(vendor, 'strange');
      await world.lookNow();
      expect(await world.seen(user, id)).toMatchObject({ is_ended: false });
      vendor.tasks.clear();
      await world.age(600);
      for (let look = 0; look < 3; look += 1) await world.lookNow();
      expect(await world.seen(user, id)).toMatchObject({ status: 'UNKNOWN', is_ended: false });
      for (let look = 3; look < 20; look += 1) await world.lookNow();
      expect(await world.seen(user, id)).toMatchObject({ status: 'FAILURE' });
      expect(await world.gateway.quotaOf(user)).toBe(QUOTA);
    });

    it('survive answers that say nothing', async () => {
      const user = await world.user(QUOTA);
      const id = await world.make(user, path, body);
      vendor.always = { status: 503, body: '<html>down</html>' };
      await world.lookNow();
      vendor.always = { status: 200, body: '<html>down</html>' };
      await world.lookNow();
      vendor.always = null;
      expect(await world.seen(user, id)).toMatchObject({ is_ended: false });
      row.set(vendor, 'done');
      await world.lookNow();
      expect(await world.seen(user, id)).toMatchObject({ status: 'SUCCESS' });
    });
  });
}
