import { noUsage, type Usage } from '../../billing/usage.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import type { CallContext, Delivery } from '../call/call-context.ts';

/** The vendor's JSON of a created object, sent after the settlement. */
export class ObjectDelivery implements Delivery {
  readonly usage: Usage = noUsage();
  readonly units = [];
  readonly kept = [];
  readonly isComplete = true;
  readonly hasLeft = false;
  readonly isFiltered = false;
  readonly isCutAtLimit = false;
  readonly textBytes = 0;
  readonly audioTokens = 0;
  readonly imageTokens = 0;
  readonly unreportedBytes = 0;
  readonly needsNoCount = true;
  readonly #call: CallContext;
  readonly #json: Buffer;

  constructor(call: CallContext, json: Buffer) {
    this.#call = call;
    this.#json = json;
  }

  async run(): Promise<void> {}
  finish(): void {
    const { response } = this.#call.caller;
    response.writeHead(200, [
      ...commonHeaders(this.#call),
      ...jsonHeaders,
      ...['content-length', String(this.#json.length)],
    ]);
    response.end(this.#json);
  }
  breakOff(): void {}
  readOnForUsage(): number {
    return 0;
  }
  isEmpty(): boolean {
    return false;
  }
  async countOutput(): Promise<null> {
    return null;
  }
}
