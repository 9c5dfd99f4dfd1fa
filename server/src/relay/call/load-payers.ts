import { GatewayError } from '../../platform/gateway-error.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { CallPayers } from './payers.ts';

type Books = Pick<RelayDeps, 'quotaBook' | 'countBook'>;

/**
 * Loads everything that a call is held on.
 * @returns undefined if it is already loaded
 * @throws gateway.unavailable
 */
export function loadPayers(payers: CallPayers, books: Books): Promise<void> | undefined {
  const loading = books.quotaBook.load(payers) ?? books.countBook.load(payers.counted);
  // While one book loads, the other may make room.
  return loading?.catch(unavailable).then(() => loadPayers(payers, books));
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
