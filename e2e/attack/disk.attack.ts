import { describe, expect } from 'vitest';
import { framedEvents } from '../../server/test/support/fake-upstream.ts';
import { eventually } from '../support/site.ts';
import { attack, booksOf, CALL_POINTS, EFFORT, healthOf } from './attack-site.ts';
import { canMountDisk, fillDisk, mountSmallDisk } from './small-disk.ts';

const STREAMS = 60 * EFFORT;
const stream = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], stream: true };
const whole = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };

describe.skipIf(!canMountDisk)('a full disk (needs root to mount a small one)', () => {
  attack(
    'fills the disk under open streams, to have them answered for free',
    async (site) => {
      const thief = await site.account('thief', { quota: 1_000_000 * EFFORT });
      const { pid } = site.turnpike;
      const events = framedEvents('openai-chat/hello.chunks.txt');
      let release = (): void => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      site.upstream.does(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(events.slice(0, 2).join(''));
        await gate;
        response.end(events.slice(2).join(''));
      });
      const answers = await Promise.all(
        Array.from({ length: STREAMS }, () => site.chat(thief.tokenKey, stream)),
      );
      const makeRoom = fillDisk(site.dataDir);
      release();
      const texts = await Promise.all(answers.map((answer) => answer.text()));

      // They are charged when there is room again: an error would make their callers ask twice.
      for (const text of texts) expect(text).toContain('[DONE]');
      site.upstream.plays('openai-chat/hello.json');
      const refused = await site.chat(thief.tokenKey, whole);
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining('settlement_backlog'),
      ]);
      expect((await healthOf(site)).status).toBe('degraded');
      const servedMeanwhile = site.upstream.received.length;
      for (let call = 0; call < 20; call += 1) await site.chat(thief.tokenKey, whole);
      expect(site.upstream.received.length).toBe(servedMeanwhile);

      makeRoom();

      await eventually(async () => (await healthOf(site)).status === 'ok');
      expect(site.turnpike.pid).toBe(pid);
      const { quotaOf } = await booksOf(site);
      await eventually(async () => (await quotaOf('thief')) === thief.openingQuota - STREAMS * CALL_POINTS);
      expect(await thief.person.callRows()).toHaveLength(STREAMS);
    },
    { dataDir: mountSmallDisk },
  );
});
