import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

/**
 * Gives memory that this thread no longer needs back to the system. V8 keeps what it once had: after loading,
 * and after a burst of calls, that is several times what it uses. Takes tens of milliseconds, so it is for
 * moments in which nobody waits.
 */
export function returnMemory(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
