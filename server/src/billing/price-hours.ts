import { type HourRule, type PriceHours, readHours } from '@turnpike/contract';
import { ONE, parseDecimal, type Rate, toRate } from './decimal.ts';
import { LastSpans, type Span } from './last-spans.ts';

/** Hours as they are stored: decimals are texts. */
export type StoredHours = Omit<PriceHours, 'rules'> & {
  rules: (Omit<HourRule, 'ratio'> & { ratio: string })[];
};

/** The parts of a price that depend on the time. */
export interface TimedPrice {
  /** Null where it is the same at all times, and in the price of one moment. */
  hours: HourRates | null;
  /** Factor of the moment on the whole price. */
  hour: Rate;
  /** Highest factor until the latest end of a call, in whole billionths. */
  maxHour: bigint;
}

/** The factor of a price without hours. */
export const USUAL_HOUR: Rate = Object.freeze({ ratio: ONE, text: '1' });
const WEEK_SECONDS = 7 * 86_400;

/** The hours of one price, prepared for charging. */
export class HourRates {
  readonly #read: ReturnType<typeof readHours>;
  readonly #rates: readonly Rate[];
  /** How long a call may take. */
  readonly #callSeconds: number;
  readonly #spans = new LastSpans<TimedPrice>();

  /** @throws if the hours are not valid */
  constructor(json: string, callSeconds: number) {
    const { rules, ...hours } = JSON.parse(json) as StoredHours;
    this.#rates = rules.map(({ ratio }) => toRate(parseDecimal(ratio)));
    this.#read = readHours({
      ...hours,
      rules: rules.map((rule) => ({ ...rule, ratio: Number(rule.ratio) })),
    });
    this.#callSeconds = callSeconds;
  }

  /**
   * Returns the price of a moment, and how long it stays the same. It is computed once for that time.
   * @param price the price that has these hours
   */
  presentOf<Price extends TimedPrice>(price: Price, seconds: number): Span<Price> {
    return (this.#spans.find(seconds) ?? this.#spans.keep(this.#look(price, seconds))) as Span<Price>;
  }

  #look(price: TimedPrice, seconds: number): Span<TimedPrice> {
    const first = this.#read(seconds);
    const hour = this.#rateOf(first.rule);
    let { untilSeconds } = first;
    let maxHour = hour.ratio;
    if (this.#callSeconds >= WEEK_SECONDS) {
      // Any rule may come; between rules the factor is one.
      for (const { ratio } of [USUAL_HOUR, ...this.#rates]) if (ratio > maxHour) maxHour = ratio;
    } else {
      // The call may take until then: the most expensive hour up to it is held.
      const lastSecond = seconds + this.#callSeconds;
      let span = first;
      while (span.untilSeconds <= lastSecond) {
        span = this.#read(span.untilSeconds);
        const { ratio } = this.#rateOf(span.rule);
        if (ratio > maxHour) maxHour = ratio;
      }
      untilSeconds = Math.min(untilSeconds, span.untilSeconds - this.#callSeconds);
    }
    return { value: { ...price, hours: null, hour, maxHour }, fromSeconds: seconds, untilSeconds };
  }

  #rateOf(rule: number): Rate {
    return this.#rates[rule] ?? USUAL_HOUR;
  }
}

/** The price of a moment; the price itself where it has no hours. */
export const priceAt = <Price extends TimedPrice>(price: Price, seconds: number): Price =>
  price.hours === null ? price : price.hours.presentOf(price, seconds).value;
