import { setTimeout as delay } from 'node:timers/promises';

/** Makes a call every ten milliseconds while something else goes on. @returns their results */
export async function callsDuring(call: () => Promise<number>, work: Promise<unknown>): Promise<number[]> {
  let isBusy = true;
  const done = work.finally(() => {
    isBusy = false;
  });
  const calls: Promise<number>[] = [];
  while (isBusy) {
    calls.push(call());
    await delay(10);
  }
  await done;
  return Promise.all(calls);
}
