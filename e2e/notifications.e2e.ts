import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceOf } from '../server/test/support/test-prices.ts';
import { startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

let turnpike: TurnpikeProcess;
let root: Visitor;
const received: { headers: IncomingMessage['headers']; body: string }[] = [];
const hook = createServer(async (request, reply) => {
  let body = '';
  for await (const piece of request) body += piece;
  received.push({ headers: request.headers, body });
  reply.end();
  hook.emit('received');
});

beforeAll(async () => {
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  ({ turnpike, root } = await startSite());
});
afterAll(async () => {
  await turnpike?.stop();
  hook.close();
});

it('a change of prices comes to a signed webhook of this machine that an administrator allowed', async () => {
  const { port } = hook.address() as AddressInfo;
  const config = { url: `http://127.0.0.1:${port}/in`, secret: 'signing-secret' };
  const input = { type: 'webhook', name: 'hook', kinds: ['prices_changed'], config };
  const target = await root.ask('POST', '/api/notification/target/', { ...input, allow_private: true });
  expect(target.status).toBe(200);

  const arrived = once(hook, 'received');
  const changed = await root.ask('POST', '/api/prices/sync?updateMode=merge', [priceOf('fresh-model')]);
  expect(changed.status).toBe(200);
  await arrived;

  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const [, time = '', sign = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-turnpike-signature'])) ?? [];
  expect(sign).toBe(createHmac('sha256', config.secret).update(`${time}.${body}`).digest('hex'));
  expect(JSON.parse(body)).toMatchObject({
    ...{ id: headers['x-turnpike-id'], kind: 'prices_changed' },
    facts: { added: 1, changed: 0, removed: 0, models: ['fresh-model'] },
  });
});
