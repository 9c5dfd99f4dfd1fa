import type { SearchResult, SearchState } from '@turnpike/contract';
import type { Price } from '../../billing/price-book.ts';
import type { DialectName } from '../../dialects/call-facts.ts';
import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { StreamPath } from '../../dialects/stream-path.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { CachedAnswer } from '../cached/cached-answer.ts';
import type { OpenedAnswer } from './opened-answer.ts';

/** Tokens of a request's text, names and numbers among it. */
export interface TextTokens {
  most: number;
  least: number;
}

/** A stream between whose events a heartbeat may come. */
export interface BeatingStream {
  /** Grows with everything that is passed on. */
  readonly passedCount: number;
  beat(bytes: Buffer): void;
}

export interface Heartbeat {
  /** The stream has begun, and may still be silent for long. */
  follow(stream: BeatingStream): void;
  stop(): void;
}

/** A cached answer that a call gets, and its price. */
export interface Replayed extends CachedAnswer {
  price: Price;
  /** Share of the price that is charged. */
  percent: number;
}

/** The search before a call of `model#search`. */
export interface CallSearch {
  /** Null until the search has ended. */
  state: SearchState | null;
  /** Sources in the request, in the order of their numbers. */
  sources: readonly SearchResult[];
  /** Catalogue code of a failure, else empty. */
  code: string;
}

/** A call whose caller and upstream speak different dialects. */
export interface ConvertedCall {
  from: DialectName;
  to: DialectName;
  report: ConversionReport;
  /** @throws where the answer is broken, or an error */
  openWhole(answer: UpstreamAnswer): Promise<OpenedAnswer>;
  /** @throws as `openWhole` */
  openJoined(answer: object): OpenedAnswer;
  openStream(): StreamPath;
}
