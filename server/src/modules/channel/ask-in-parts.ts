import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { inParallel } from './in-parallel.ts';

interface Named {
  id: number;
  name: string;
}

export interface Part<Done> {
  done: (Named & Done)[];
  failed: (Named & { code: string })[];
  total: number;
  /** `after` of the call that goes on; 0 where none is left. */
  next: number;
}

interface Asking<Done> {
  /** By their numbers. */
  all: readonly Named[];
  after?: number | undefined;
  /** 0: all. */
  limit?: number | undefined;
  /** Channels that are asked at the same time. */
  parallel: number;
  ask: (id: number) => Promise<Done>;
  signal: AbortSignal;
}

/**
 * Asks channels, those behind a number and so many of them. One that fails keeps no other back; none is begun once
 * the caller has left.
 */
export async function askInParts<Done>(
  { log }: Pick<ModuleDeps, 'log'>,
  { all, after = 0, limit = 0, parallel, ask, signal }: Asking<Done>,
): Promise<Part<Done>> {
  const left = all.filter(({ id }) => id > after);
  const asked = limit === 0 ? left : left.slice(0, limit);
  const result: Part<Done> = { done: [], failed: [], total: all.length, next: 0 };
  await inParallel(asked, parallel, async ({ id, name }) => {
    if (signal.aborted) return;
    try {
      result.done.push({ id, name, ...(await ask(id)) });
    } catch (error) {
      const code = error instanceof GatewayError ? error.code : 'gateway.internal';
      result.failed.push({ id, name, code });
      if (!(error instanceof GatewayError))
        log.warn({ channel: id, error: String(error) }, 'a channel could not be asked');
    }
  });
  for (const list of [result.done, result.failed]) list.sort((a, b) => a.id - b.id);
  if (asked.length < left.length) result.next = asked.at(-1)?.id ?? 0;
  return result;
}
