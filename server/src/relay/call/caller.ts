import type { IncomingMessage, ServerResponse } from '../../platform/net/http-messages.ts';
import type { ClientFamily } from '../clients/client-family.ts';

/** The connection to the caller: the request and the response. */
export interface Caller {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sourceIp: string;
  readonly family: ClientFamily;
}
