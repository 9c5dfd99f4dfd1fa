import type { CallEnd } from './call-ends.ts';
import type { CallEnding, CallMoment, ChargeRule } from './charge-rules.ts';
import type { OptionKey } from './options.ts';

/** Options for what fair people do differently. */
export type ChargePolicy = Extract<
  OptionKey,
  'ChargeAbandonedInput' | 'ChargeBrokenAnswers' | 'ChargeFilteredAnswers' | 'ChargeEmptyAnswers'
>;

export interface ChargeTableRow {
  ending: CallEnding;
  moment: CallMoment;
  /** The end in its log row; null if the call has no row of its own. */
  endedBy: CallEnd | null;
  /** Null: the rule by which it was charged when it ended. */
  rule: ChargeRule | null;
  /** The option that turns this row's rule into another one. */
  option?: { key: ChargePolicy; isOn: boolean; rule: ChargeRule };
}

/**
 * The charge per way to end. The table of docs/reference/charging-internals.md, "When a call is charged", and the one in the
 * console say the same, and server/src/relay/stories/money/charge-table.db.test.ts plays every row.
 */
export const chargeTable: readonly ChargeTableRow[] = [
  { ending: 'answered', moment: 'end', endedBy: 'completed', rule: 'usage' },
  { ending: 'cache_hit', moment: 'end', endedBy: 'completed', rule: 'cached' },
  { ending: 'no_usage', moment: 'end', endedBy: 'completed', rule: 'counted' },
  {
    ...{ ending: 'empty', moment: 'end', endedBy: 'completed', rule: 'nothing' },
    option: { key: 'ChargeEmptyAnswers', isOn: true, rule: 'counted' },
  },
  {
    ...{ ending: 'filtered', moment: 'end', endedBy: 'completed', rule: 'usage' },
    option: { key: 'ChargeFilteredAnswers', isOn: false, rule: 'nothing' },
  },
  { ending: 'out_of_points', moment: 'after_text', endedBy: 'limit', rule: 'delivered_part' },
  { ending: 'caller_left', moment: 'before_sent', endedBy: 'client', rule: 'nothing' },
  {
    ...{ ending: 'caller_left', moment: 'before_text', endedBy: 'client', rule: 'input_only' },
    option: { key: 'ChargeAbandonedInput', isOn: false, rule: 'nothing' },
  },
  { ending: 'caller_left', moment: 'after_text', endedBy: 'client', rule: 'delivered_part' },
  { ending: 'caller_left', moment: 'usage_follows', endedBy: 'client', rule: 'usage' },
  { ending: 'upstream_failed', moment: 'before_text', endedBy: 'upstream', rule: 'nothing' },
  {
    ...{ ending: 'upstream_failed', moment: 'after_text', endedBy: 'upstream', rule: 'delivered_part' },
    option: { key: 'ChargeBrokenAnswers', isOn: false, rule: 'nothing' },
  },
  { ending: 'first_byte_limit', moment: 'before_text', endedBy: 'timeout', rule: 'nothing' },
  { ending: 'idle_limit', moment: 'before_text', endedBy: 'timeout', rule: 'nothing' },
  {
    ...{ ending: 'idle_limit', moment: 'after_text', endedBy: 'timeout', rule: 'delivered_part' },
    option: { key: 'ChargeBrokenAnswers', isOn: false, rule: 'nothing' },
  },
  { ending: 'total_limit', moment: 'before_text', endedBy: 'timeout', rule: 'nothing' },
  { ending: 'total_limit', moment: 'after_text', endedBy: 'timeout', rule: 'delivered_part' },
  {
    ...{ ending: 'no_memory', moment: 'before_text', endedBy: 'gateway', rule: 'input_only' },
    option: { key: 'ChargeAbandonedInput', isOn: false, rule: 'nothing' },
  },
  { ending: 'no_memory', moment: 'after_text', endedBy: 'gateway', rule: 'delivered_part' },
  { ending: 'shutdown', moment: 'before_text', endedBy: 'gateway', rule: 'nothing' },
  {
    ...{ ending: 'shutdown', moment: 'after_text', endedBy: 'gateway', rule: 'delivered_part' },
    option: { key: 'ChargeBrokenAnswers', isOn: false, rule: 'nothing' },
  },
  { ending: 'refused', moment: 'before_sent', endedBy: null, rule: 'nothing' },
  { ending: 'failed_try', moment: 'before_text', endedBy: null, rule: 'nothing' },
  { ending: 'set_aside', moment: 'end', endedBy: null, rule: null },
];

/** The table as a site has it, with what its options make of it. */
export const chargeTableOf = (policies: Readonly<Record<ChargePolicy, boolean>>): ChargeTableRow[] =>
  chargeTable.map(({ option, ...row }) =>
    option !== undefined && policies[option.key] === option.isOn ? { ...row, rule: option.rule } : row,
  );
