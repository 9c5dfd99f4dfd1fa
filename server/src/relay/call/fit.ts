import type { GatewayError } from '../../platform/gateway-error.ts';
import type { Form } from '../../providers/provider.ts';

/** The losses of a request in a form of a channel. They are found by writing the request in that form. */
export interface Fit {
  form: Form;
  upstreamModel: string;
  /** Number of fields that it cannot carry. */
  losses: number;
  /** Names of these, as in the header of an answer; empty for a refusal. */
  lost: string;
  /** Set if the request cannot be written in that form. */
  refusal: GatewayError | null;
}
