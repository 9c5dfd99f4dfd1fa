/** Why a balance changed. */
export const ledgerKind = [
  'consumption',
  'top_up',
  'redemption',
  'gift',
  'reward',
  'adjustment',
  'refund',
  'reversal',
  'opening',
  'fee',
] as const;
export type LedgerKind = (typeof ledgerKind)[number];

/** Where the points of an entry come from or go to; with all balances they sum to zero. */
export const ledgerAccount = ['revenue', 'promotion', 'adjustment', 'payment', 'fee', 'opening'] as const;
export type LedgerAccount = (typeof ledgerAccount)[number];

/** The counter-account of each kind; a reversal has that of what it reverses. */
export const accountOfKind: Readonly<Record<Exclude<LedgerKind, 'reversal'>, LedgerAccount>> = {
  consumption: 'revenue',
  refund: 'revenue',
  gift: 'promotion',
  redemption: 'promotion',
  reward: 'promotion',
  top_up: 'payment',
  fee: 'fee',
  adjustment: 'adjustment',
  opening: 'opening',
};

/** Types of objects that an entry refers to. */
export const ledgerReferenceType = [
  'batch',
  'call',
  'administrator',
  'code',
  'order',
  'invitation',
  'task',
  'entry',
  'debt',
  'start',
] as const;
export type LedgerReferenceType = (typeof ledgerReferenceType)[number];

/** Faults that a check can find. */
export const ledgerFault = [
  'chain_broken',
  'entry_changed',
  'sum_wrong',
  'balance_wrong',
  'account_missing',
  'closing_without_entry',
  'closing_changed',
  'counter_account_unknown',
  'counter_account_wrong',
  'whole_wrong',
] as const;
export type LedgerFault = (typeof ledgerFault)[number];
