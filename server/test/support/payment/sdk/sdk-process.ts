import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { SdkReply, SdkStep } from './answer-steps.ts';

/**
 * A vendor's own SDK in a process of its own. `alipay-sdk` loads a client that changes how all sockets of its process
 * behave, and none of these packages is needed by the tests of others.
 */
export interface SdkProcess {
  /** Makes a client, which later steps use. @throws Error with the words of the SDK */
  open(config: object): Promise<void>;
  /** @param step a name of `<vendor>-sdk-process.ts` @throws Error with the words of the SDK */
  ask(step: string, ...args: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** @returns an SDK without a client; `open` makes one */
export function startSdkProcess(vendor: 'alipay' | 'creem' | 'paypal'): SdkProcess {
  const child = fork(join(import.meta.dirname, `${vendor}-sdk-process.ts`), [], {
    execArgv: [],
    // Alipay's SDK writes times in the zone of the machine. A proxy of the machine is not for these requests.
    env: { TZ: 'Asia/Shanghai' },
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The SDK's process has ended with ${code}.`));
  });
  child.on('message', ({ id, value, fault }: SdkReply) => {
    if (fault === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(fault));
    waiting.delete(id);
  });
  let count = 0;
  const ask = (name: string, ...args: unknown[]): Promise<unknown> => {
    count += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(count, answer);
    child.send({ id: count, name, args } satisfies SdkStep);
    return answer.promise;
  };
  return {
    open: async (config) => void (await ask('open', config)),
    ask,
    stop() {
      child.disconnect();
      return ended;
    },
  };
}
