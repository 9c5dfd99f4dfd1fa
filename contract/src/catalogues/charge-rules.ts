/** Rules for the charge of a call; each row of a call names one of them (`charged_by`). */
export const chargeRule = [
  /** The usage that the upstream reports; an implausible side is estimated. */
  'usage',
  /** The whole answer and its input, as the gateway counts them. */
  'counted',
  /** The input and the part of the answer that was delivered, estimated. */
  'delivered_part',
  /** A part of the usage of an earlier answer, which the call got from the cache. */
  'cached',
  /** The input alone: what the upstream said of it, else estimated. */
  'input_only',
  'nothing',
] as const;
export type ChargeRule = (typeof chargeRule)[number];

/** The ways in which calls end, as far as they are charged in different ways. */
export const callEnding = [
  'answered',
  'cache_hit',
  'no_usage',
  'empty',
  'filtered',
  'out_of_points',
  'caller_left',
  'upstream_failed',
  'first_byte_limit',
  'idle_limit',
  'total_limit',
  'no_memory',
  'shutdown',
  'refused',
  'failed_try',
  'set_aside',
] as const;
export type CallEnding = (typeof callEnding)[number];

/**
 * The phase in which a call ended. The number of text events and the choice of a stream make no difference. A whole answer
 * below 1 MiB is sent at its end, so it has no `after_text`.
 */
export const callMoment = ['before_sent', 'before_text', 'after_text', 'usage_follows', 'end'] as const;
export type CallMoment = (typeof callMoment)[number];
