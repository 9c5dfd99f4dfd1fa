import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (
  options: { type: 'minor'; execution: 'sync' } | { type: 'major'; execution: 'sync'; flavor: 'last-resort' },
) => void;

let collect: Collect | null = null;

function collector(): Collect {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  return collect;
}

/**
 * One of the runtime's own records of a `nextTick`. If none is alive, a full collection also removes their
 * hidden class. Every later record is then built by slow calls into the runtime, permanently: a tenth of the
 * cost of a relayed call.
 */
const keptAlive: object[] = [];
process.nextTick(() => keptAlive.push(executionAsyncResource()));

/**
 * Gives memory that this thread no longer needs back to the system. V8 keeps what it once had: after loading,
 * and after a burst of calls, that is several times what it uses. Takes tens of milliseconds, so it is for
 * moments in which nobody waits.
 */
export function returnMemory(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Frees what the young objects of this thread hold that nobody needs any more. Takes a millisecond or two. */
export function collectYoung(): void {
  collector()({ type: 'minor', execution: 'sync' });
}
