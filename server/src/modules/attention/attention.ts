import { attentionKinds, type SiteAttention } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { findRefusalSpike } from './refusal-spike.ts';
import { readToday } from './site-today.ts';
import {
  findFailing,
  findKeysOff,
  findMissingModels,
  findTurnedOff,
  findUnpriced,
} from './troubled-channels.ts';
import { findLedgerFaults, findLowBalances, findRejected } from './troubled-money.ts';

const KEPT_MS = 15_000;

/** The state of the site for administrators. It is kept for 15 seconds, so many open screens cost no more than one. */
export class Attention {
  readonly #deps: ModuleDeps;
  #kept: { atMs: number; state: Promise<SiteAttention> } | null = null;

  constructor(deps: ModuleDeps) {
    this.#deps = deps;
  }

  read(): Promise<SiteAttention> {
    const atMs = this.#deps.clock.monotonicMs();
    if (this.#kept !== null && atMs - this.#kept.atMs < KEPT_MS) return this.#kept.state;
    const kept = { atMs, state: readAttention(this.#deps) };
    this.#kept = kept;
    kept.state.catch(() => {
      // The next reader tries again.
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.state;
  }
}

async function readAttention(deps: ModuleDeps): Promise<SiteAttention> {
  const [today, ...found] = await Promise.all([
    readToday(deps),
    findRejected(deps),
    findFailing(deps),
    findTurnedOff(deps),
    findKeysOff(deps),
    findUnpriced(deps),
    findMissingModels(deps),
    findRefusalSpike(deps),
    findLowBalances(deps),
  ]);
  const items = [...findLedgerFaults(deps), ...found.flat()];
  items.sort((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind));
  const { last } = deps.ledgerCheck.state;
  const ledger_checked_at = last === null || last.failure !== '' ? null : last.started_at;
  return { items, ledger_checked_at, ...today };
}
