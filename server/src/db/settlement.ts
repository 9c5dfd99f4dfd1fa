import { type BudgetPeriod, budgetOf, joinBudgets } from '../billing/account.ts';
import type { KeptObjectTable, LogTable } from './tables/call-tables.ts';
import type { BudgetUseTable } from './tables/people-tables.ts';

/** One try of a call. */
export interface KeyTry {
  /** Key of the channel; 0 where the channel has none. */
  key_id: number;
  /** Code of what failed; empty where nothing did. */
  code: string;
}

/** Changes that one finished call causes: its log row, where `quota` is the points that the balance paid. */
export type Settlement = Omit<LogTable, 'id' | 'tried_channels'> & {
  /** Left out where the call had one attempt, and by earlier versions. */
  tried_channels?: string | undefined;
  /** Points taken from the token's own remainder; 0 where it had no limit when the call was made. */
  token_quota: number;
  /** Points that the balance owes for the call; left out where it owes none. */
  debt?: number | undefined;
  /**
   * Budgets that count what the balance paid and owes, in the periods in which the call was held, see `joinBudgets`; left
   * out where none do.
   */
  budgets?: string | undefined;
  /** Amounts that count against other budgets, each with its period, see `joinCounts`; left out where none do. */
  counts?: string | undefined;
  /** The usage is the gateway's estimate, in whole or in part; left out where it is the upstream's. */
  usage_estimated?: boolean | undefined;
  /** Something was wrong with the upstream's report; left out where nothing was. */
  usage_flagged?: boolean | undefined;
  /** Tries of the call, the charged one last; left out where none was by a key. */
  key_tries?: KeyTry[] | undefined;
  /** Objects that the vendor stores for the call; omitted where there are none. */
  kept?: (Pick<KeptObjectTable, 'name' | 'tokens' | 'expires_at'> & { model?: string })[] | undefined;
};

/** As earlier versions kept it. */
type EarlierSettlement = Omit<Settlement, 'budgets'> & {
  token_limited?: boolean;
  budgets?: string | (string | Pick<BudgetUseTable, 'budget_id' | 'period_start'>)[];
};

/** NUL in JSON, and an escaped backslash, which may stand before `u0000` in a text that only spells it. */
const NUL_OR_BACKSLASH = /\\(?:u0000|\\)/g;

/**
 * As the outbox keeps it: the metadata is stored as it stands, so only what is counted is parsed again. NUL, which
 * PostgreSQL takes in no text, is replaced here: a settlement that is kept must be one that can be written.
 */
export function formatSettlement(settlement: Omit<Settlement, 'metadata'>, metadata: object): string {
  const text = `${JSON.stringify(settlement)}\n${JSON.stringify(metadata)}`;
  if (!text.includes('\\u0000')) return text;
  return text.replace(NUL_OR_BACKSLASH, (one) => (one === '\\u0000' ? '\uFFFD' : one));
}

const toBudget = (budget: Exclude<EarlierSettlement['budgets'], string | undefined>[number]): BudgetPeriod =>
  typeof budget === 'string'
    ? budgetOf(budget)
    : { budgetId: budget.budget_id, periodStart: budget.period_start };

/** @throws when the text is no settlement */
export function parseSettlement(text: string): Settlement {
  const end = text.indexOf('\n');
  const settlement = JSON.parse(text.slice(0, end)) as EarlierSettlement;
  settlement.metadata = text.slice(end + 1);
  // Earlier versions kept it inside the metadata.
  settlement.ended_by ??= JSON.parse(settlement.metadata).ended_by ?? null;
  if (settlement.group_name === undefined)
    settlement.group_name = JSON.parse(settlement.metadata)?.group_name ?? null;
  settlement.token_quota ??= settlement.token_limited ? settlement.quota : 0;
  if (Array.isArray(settlement.budgets)) settlement.budgets = joinBudgets(settlement.budgets.map(toBudget));
  return settlement as Settlement;
}
