import { Agent, get } from 'node:http';
import { describe, expect } from 'vitest';
import { type AttackSite, attack, EFFORT } from './attack-site.ts';
import { canReadProcess, cpuMs } from './process-facts.ts';

const BATCH = 2000;
/** As many as a cache of routes kept, when it kept the names that nobody serves too. */
const NAMES = 10_500 * EFFORT;
/** So many channels of one model, and prices with a wildcard, make its route expensive to find. */
const CHANNELS = 100;
const CONNECTIONS = 8;

// The database has no part in it: one engine is enough.
describe.skipIf(!canReadProcess)('names of models (CPU time is read where Linux tells it)', () => {
  attack(
    'asks for models that nobody has, to keep those out that somebody has',
    async (site) => {
      const { tokenKey } = await site.account('thief');
      await site.root.createPrice('b*', 1, 3);
      for (let made = 0; made < CHANNELS; made += 1) {
        await site.root.createChannel({ base_url: site.upstream.url, models: 'busy' });
        await Promise.all(
          Array.from({ length: 3 }, (_, one) => site.root.createPrice(`priced-${made}-${one}*`, 1, 3)),
        );
      }
      const askForBusy = () => askFor(site, { tokenKey, count: BATCH, nameOf: () => 'busy' });
      await askForBusy();
      const before = await cpuOf(site, askForBusy);

      // Any change makes the routes be found anew.
      await site.root.createPrice('other', 1, 3);
      await askFor(site, { tokenKey, count: NAMES, nameOf: (number) => `unknown-${number}` });

      const after = await cpuOf(site, askForBusy);
      expect(after).toBeLessThan(before * 2);
    },
    { engines: 'SQLite' },
  );
});

async function cpuOf({ turnpike }: AttackSite, work: () => Promise<void>): Promise<number> {
  const before = cpuMs(turnpike.pid);
  await work();
  return cpuMs(turnpike.pid) - before;
}

async function askFor(
  { turnpike }: AttackSite,
  { tokenKey, count, nameOf }: { tokenKey: string; count: number; nameOf: (number: number) => string },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${tokenKey}` };
      get(`${turnpike.url}/v1/models/${name}`, { agent, headers }, (answer) => {
        answer.resume().once('end', resolve);
      }).once('error', reject);
    });
  let number = 0;
  const askOnAndOn = async (): Promise<void> => {
    for (number += 1; number <= count; number += 1) await ask(nameOf(number));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, askOnAndOn));
  agent.destroy();
}
