import type { CallEnd } from '@turnpike/contract';
import type { Hold } from '../../billing/account.ts';
import type { CountHold } from '../../billing/count-hold.ts';
import type { CallAddress } from '../../dialects/call-facts.ts';
import type { Dialect, RequestFacts } from '../../dialects/dialect.ts';
import type { NamedItem } from '../../dialects/kept-object.ts';
import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type {
  ChannelPlace,
  Route,
  RoutingGroup,
  RoutingSnapshot,
} from '../../modules/routing/routing-snapshot.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { Form } from '../../providers/provider.ts';
import type { BodyHold } from '../body/body-budget.ts';
import type { Upload } from '../body/read-upload.ts';
import type { AnswerRecorder } from '../cached/answer-recorder.ts';
import type { LimitedUse } from '../limits/limited-use.ts';
import type { ChannelPin } from '../rights/channel-pin.ts';
import type { Identity } from '../rights/identity.ts';
import type { Attempt } from './attempt.ts';
import type { CallSearch, ConvertedCall, Heartbeat, Replayed, TextTokens } from './call-parts.ts';
import type { Caller } from './caller.ts';
import type { Fit } from './fit.ts';
import type { AnswerFindings, AnswerSender, OpenedAnswer } from './opened-answer.ts';
import type { PassedOver } from './passed-over.ts';
import type { CallPayers } from './payers.ts';

/**
 * One relayed call, from its first byte to its settlement. Every field exists from the start; each stage of the journey
 * returns the same object under a type that says what the stage has found.
 */
export interface CallContext {
  readonly requestId: string;
  /** On the monotonic clock. */
  readonly startedAtMs: number;
  /** On the wall clock. Prices by the hour are those of this moment. */
  readonly arrivedAtSeconds: number;
  /** The caller's. */
  readonly dialect: Dialect;
  readonly address: CallAddress;
  readonly caller: Caller;
  /** Broken when the caller leaves, the time is up or the gateway stops. */
  readonly breakOff: BreakOff;
  /** Belongs to the present attempt, if that may end before the call; broken with the call's own. */
  attemptBreakOff: BreakOff | null;

  /** Empty once it is released. */
  body: Buffer;
  bodyHold: BodyHold | null;
  /** The form that the body holds the fields of; null where it is JSON. */
  upload: Upload | null;
  scan: JsonScanner | null;
  facts: RequestFacts | null;
  /** The model that the caller named, if another one answers; else null. */
  askedModel: string | null;
  /** Null unless the caller named the model as `model#search`. */
  search: CallSearch | null;
  identity: Identity | null;
  /** The key's, else its owner's. Its rights and limits admit the call. */
  admitGroup: RoutingGroup | null;
  /**
   * Its channels serve the call; its ratio and budgets pay. The admitting group, or the spare group where only
   * that serves the model.
   */
  payingGroup: RoutingGroup | null;
  /** Part in the limits of the caller; null before it was admitted. */
  use: LimitedUse | null;
  /** Part in the limits of the channel of the present try; null where it has none. */
  channelUse: LimitedUse | null;
  /** Input and output tokens, as far as they are known. */
  usedTokens: number;
  snapshot: RoutingSnapshot | null;
  /** Named by the caller's key; null where it names none. */
  pin: ChannelPin | null;
  /** Where alone the call can be served, because what it goes on from is there; null where it does not matter. */
  boundTo: ChannelPlace | null;
  /** Items that a vendor would look up by their ids. */
  namedItems: readonly NamedItem[];
  /** Identifies the conversation, by its client's name or else by its beginning; null where neither does. */
  conversation: string | null;
  /** Where the call is served best; null where all are alike. */
  preferredPlace: ChannelPlace | null;
  routes: readonly Route[];
  /** Text tokens that the hold is based on. */
  textTokens: TextTokens;
  /** Null before its quote. */
  payers: CallPayers | null;
  hold: Hold | null;
  /** Held on budgets in tokens or requests; null where none applies. */
  counts: CountHold | null;
  /** Held on the budgets of the channel of the present try; null where it has none. */
  channelCounts: CountHold | null;
  /** Bound put on the answer because the balance pays for no more; null where there is none. */
  outputLimit: number | null;
  /** More is held while its stream runs: what its answer may take is not held as a whole. */
  holdGrows: boolean;
  /** Forms that cannot carry the request whole, as far as it was written in them. */
  fits: readonly Fit[];
  /** The request is sent though it loses something: no other channel carries more. */
  acceptsLosses: boolean;
  /** Another channel than the chosen one may serve the call. */
  hasOtherChannel: boolean;
  route: Route | null;
  /** How the channel of the route is called. */
  form: Form | null;
  /** Output limit sent to the upstream, in tokens; null where none was sent. */
  sentLimit: number | null;
  /** Null where bytes pass. */
  converted: ConvertedCall | null;
  /** Members removed or renamed in a passed request; null where it is unchanged. */
  leftOut: ConversionReport | null;
  attempts: Attempt[];
  /** Other channels that the last choice left out, for the log row. */
  passedOver: readonly PassedOver[];
  /** Where the present attempt counts as under way; null once it has a result. */
  triedRoute: Route | null;
  /** An upstream has taken the request, and has neither refused it nor failed. */
  isTaken: boolean;
  /** Keeps the connection busy while nothing comes. */
  heartbeat: Heartbeat | null;
  /** Findings of the answer; null before one has begun. */
  answer: AnswerFindings | null;
  sender: AnswerSender | null;
  /** Keeps the answer for later calls; null unless its key caches. */
  recorder: AnswerRecorder | null;
  /** The cached answer that the call gets; null where a channel is asked. */
  replayed: Replayed | null;
  /** The stream of the last try, which failed before an answer began, as its caller may get it; null where none did. */
  failedStream: Buffer | null;
  /** Points that are paid or owed for the call; null before its settlement. */
  chargedPoints: number | null;
  /** The caller wants to know it. */
  tellsCharge: boolean;
  error: GatewayError | null;
  /** Why the call was aborted from outside, if it was. */
  brokenBy: CallEnd | null;
  firstByteMs: number | null;
}

export type IdentifiedCall = CallContext & {
  identity: Identity;
  admitGroup: RoutingGroup;
  payingGroup: RoutingGroup;
  snapshot: RoutingSnapshot;
};
/** The model and the requested work are known. Turns by voice and objects have no body that the gateway scans. */
export type AcceptedCall = IdentifiedCall & { facts: RequestFacts };
/** State up to the answer. Afterwards the body and its scan may be released. */
export type ReadCall = AcceptedCall & { bodyHold: BodyHold; scan: JsonScanner };
/** Added by the quote. */
export type HeldCost = { payers: CallPayers; hold: Hold };
export type QuotedCall = AcceptedCall & HeldCost;
/** Added by the selection of a channel. */
export type ChosenRoute = { route: Route; form: Form };
export type RoutedCall = ReadCall & HeldCost & ChosenRoute;
export type AnsweredCall = RoutedCall & { answer: OpenedAnswer };

export function createCallContext(
  fixed: Pick<
    CallContext,
    'requestId' | 'startedAtMs' | 'arrivedAtSeconds' | 'dialect' | 'address' | 'caller'
  >,
): CallContext {
  // Each field by its name: after a spread, every further one is defined by a call into the runtime.
  return {
    requestId: fixed.requestId,
    startedAtMs: fixed.startedAtMs,
    arrivedAtSeconds: fixed.arrivedAtSeconds,
    dialect: fixed.dialect,
    address: fixed.address,
    caller: fixed.caller,
    breakOff: new BreakOff(),
    attemptBreakOff: null,
    body: EMPTY,
    bodyHold: null,
    upload: null,
    scan: null,
    facts: null,
    askedModel: null,
    search: null,
    identity: null,
    admitGroup: null,
    payingGroup: null,
    use: null,
    channelUse: null,
    usedTokens: 0,
    snapshot: null,
    pin: null,
    boundTo: null,
    namedItems: [],
    conversation: null,
    preferredPlace: null,
    routes: [],
    textTokens: NO_TEXT,
    payers: null,
    hold: null,
    counts: null,
    channelCounts: null,
    outputLimit: null,
    holdGrows: false,
    fits: NO_FITS,
    acceptsLosses: true,
    hasOtherChannel: false,
    route: null,
    form: null,
    sentLimit: null,
    converted: null,
    leftOut: null,
    attempts: [],
    passedOver: [],
    triedRoute: null,
    isTaken: false,
    heartbeat: null,
    answer: null,
    sender: null,
    recorder: null,
    replayed: null,
    failedStream: null,
    chargedPoints: null,
    tellsCharge: false,
    error: null,
    brokenBy: null,
    firstByteMs: null,
  };
}

const EMPTY = Buffer.alloc(0);
const NO_FITS: readonly Fit[] = [];
const NO_TEXT: TextTokens = Object.freeze({ most: 0, least: 0 });
