import { expect, it } from 'vitest';
import type { SignedChannel } from '../../modules/routing/routing-snapshot.ts';
import { UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import type { TokenSigner } from '../../providers/signer.ts';
import { Signing } from './signing.ts';

const accountOf = (account: string): SignedChannel => ({ account, channel: { keyParts: {}, other: '' } });

/** A vendor whose tokens are numbered and live for an hour. */
function open() {
  const world = { nowSeconds: 0, given: 0, isDown: false };
  const clock = { nowMs: () => 0, monotonicMs: () => 0, nowSeconds: () => world.nowSeconds };
  const signing = new Signing({ clock, upstreams: {} as UpstreamClient });
  const signer: TokenSigner = {
    kind: 'token',
    async obtain(_channel, { nowSeconds }) {
      world.given += 1;
      if (world.isDown) throw new UpstreamError('unreachable');
      return { headers: { authorization: `token ${world.given}` }, expiresAtSeconds: nowSeconds + 3600 };
    },
  };
  const sent = {
    origin: '',
    path: '',
    method: 'POST',
    headers: [],
    body: null,
    allowPrivateNetwork: false,
  } as const;
  const sign = async (account = 'a') => (await signing.linesFor(sent, accountOf(account), signer))[1];
  return { world, sign };
}

it('fetches a token once, also for calls at the same time, and one for each account', async () => {
  const { world, sign } = open();
  expect(await Promise.all([sign(), sign(), sign()])).toEqual(['token 1', 'token 1', 'token 1']);
  world.nowSeconds = 3000;
  expect(await sign()).toBe('token 1');
  expect(await sign('b')).toBe('token 2');
  expect(world.given).toBe(2);
});

it('renews it ahead without letting calls wait', async () => {
  const { world, sign } = open();
  await sign();
  world.nowSeconds = 3400;
  expect(await sign()).toBe('token 1');
  expect(await sign()).toBe('token 2');
});

it('goes on with the old one while there is no new one, and no longer than it lives', async () => {
  const { world, sign } = open();
  await sign();
  Object.assign(world, { nowSeconds: 3400, isDown: true });
  expect(await sign()).toBe('token 1');
  expect(await sign()).toBe('token 1');
  world.nowSeconds = 3590;
  await expect(sign()).rejects.toThrow(UpstreamError);
  Object.assign(world, { nowSeconds: 3700, isDown: false });
  expect(await sign()).toMatch(/^token /);
});
