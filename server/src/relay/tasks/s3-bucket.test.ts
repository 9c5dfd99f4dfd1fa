import { afterEach, expect, it, vi } from 'vitest';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import { S3Bucket } from './s3-bucket.ts';

const settings = {
  ...{ address: 'https://bucket.example/b', region: 'eu-central-1' },
  ...{ accessKeyId: 'AKIAEXAMPLE', secretKey: 'secret' },
};

afterEach(() => {
  vi.useRealTimers();
});

it('is not waited for when it is silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const send: UpstreamClient['send'] = (_request, breakOff) =>
    new Promise<UpstreamAnswer>((_resolve, reject) => {
      breakOff.onBreak(() => reject(new Error('broken off')));
    });
  const bucket = new S3Bucket(settings, {
    upstreams: { send } as UpstreamClient,
    clock: { nowSeconds: () => 1_800_000_000 },
  });

  const outcome = bucket.remove('a copy').then(
    () => 'removed',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(10_000);

  expect(await outcome).toBe('broken off');
}, 5_000);
