import type { CallEnd } from '../entities/log.ts';
import type { OptionKey } from './options.ts';

/** What a call is charged for; each row of a call names one of them (`charged_by`). */
export const chargeRule = [
  /** What the upstream says it used; a side that cannot be believed is estimated. */
  'usage',
  /** The whole answer and its input, as the gateway counts them. */
  'counted',
  /** The input and the part of the answer that was delivered, estimated. */
  'delivered_part',
  /** The input alone: what the upstream said of it, else estimated. */
  'input_only',
  'nothing',
] as const;
export type ChargeRule = (typeof chargeRule)[number];

/** The ways in which calls end, as far as they are charged in different ways. */
export const callEnding = [
  'answered',
  'no_usage',
  'empty',
  'filtered',
  'out_of_points',
  'caller_left',
  'upstream_failed',
  'first_byte_limit',
  'idle_limit',
  'total_limit',
  'shutdown',
  'refused',
  'failed_try',
  'set_aside',
] as const;
export type CallEnding = (typeof callEnding)[number];

/**
 * How far a call had come when it ended. One event of text or many make no difference, and neither does whether the
 * answer was streamed: but a whole one of less than 1 MiB leaves at its end, so that it has no `after_text`.
 */
export const callMoment = ['before_sent', 'before_text', 'after_text', 'usage_follows', 'end'] as const;
export type CallMoment = (typeof callMoment)[number];

export interface ChargeTableRow {
  ending: CallEnding;
  moment: CallMoment;
  /** What its log row says; null where a call has none of its own. */
  endedBy: CallEnd | null;
  /** Null: the rule by which it was charged when it ended. */
  rule: ChargeRule | null;
  /** The option that turns this row's rule into another one. */
  option?: { key: OptionKey; isOn: boolean; rule: ChargeRule };
}

/**
 * Who pays what for. The table of docs/reference/charging.md and the one in the console say the same, and
 * server/src/relay/charge-table.db.test.ts plays every row.
 */
export const chargeTable: readonly ChargeTableRow[] = [
  { ending: 'answered', moment: 'end', endedBy: 'completed', rule: 'usage' },
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
export const chargeTableOf = (isOn: (key: OptionKey) => boolean): ChargeTableRow[] =>
  chargeTable.map(({ option, ...row }) =>
    option !== undefined && isOn(option.key) === option.isOn ? { ...row, rule: option.rule } : row,
  );
