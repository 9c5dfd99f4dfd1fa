import type { ErrorFormat } from '../../dialects/dialect.ts';
import type { HeaderLines } from '../limits/limit-headers.ts';
import type { CallAllowance } from '../limits/limited-use.ts';
import type { RelayOptions } from '../relay-deps.ts';
import type { ModelListFormat } from './model-list-format.ts';

/** Where a request may carry the key of its caller. */
export type KeyCarrier =
  | 'authorization'
  | 'x-api-key'
  | 'api-key'
  | 'x-goog-api-key'
  | 'mj-api-secret'
  | '?key'
  /** Among the protocols that a browser offers with a socket, where it can set no header. */
  | 'subprotocol';

/** The behaviour that the clients of one vendor's APIs expect of every path. */
export interface ClientFamily {
  /** All carriers, in the order in which they are looked for: those that the vendor itself reads come first. */
  carriers: readonly KeyCarrier[];
  errors: ErrorFormat;
  /** Whether the site offers their API; left out where it always does. */
  isOn?(options: RelayOptions): boolean;
  modelList: ModelListFormat;
  /** Adds the remaining limits, in headers that the vendor's SDKs read. */
  addLimitHeaders(headers: HeaderLines, allowance: CallAllowance): void;
  /** Their addresses name the model, which goes before that of a body; left out where bodies name it, or read the address. */
  namesModelInAddress?: true;
  /** Where their SDKs look for the id of a request, next to `x-request-id`; left out where that is the place. */
  requestIdHeader?: string;
}
