import type { Usage } from '../../billing/usage.ts';
import { withCitations } from '../answer/cited-answer.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import { withCost, withoutVendorCost } from '../answer/told-cost.ts';
import type { CallContext } from '../call/call-context.ts';
import type { AnswerSender, HeldBytes } from '../call/opened-answer.ts';

/** For longer answers, the copy costs more than it saves. */
const ONE_WRITE_BYTES = 16 * 1024;

/** Sends a whole answer at once, after the settlement. */
export class HeldSender implements AnswerSender {
  readonly #call: CallContext;
  readonly #answer: HeldBytes;

  constructor(call: CallContext, answer: HeldBytes) {
    this.#call = call;
    this.#answer = answer;
  }

  async run(): Promise<void> {}

  finish(counted: Usage | null): void {
    const { identity, route, chargedPoints, recorder, search, dialect } = this.#call;
    recorder?.judge(this.#call);
    const { response } = this.#call.caller;
    const tell = identity?.tellsCost ? withCost : withoutVendorCost;
    const given = this.#answer.body(counted);
    const told = tell(
      search === null ? given : withCitations(given, { dialect, search }),
      chargedPoints ?? 0,
    );
    const body = route?.channel.secrets.clean(told) ?? told;
    if (!response.headersSent) {
      const headers = commonHeaders(this.#call);
      headers.push(...jsonHeaders, 'content-length', String(body.length));
      response.writeHead(200, headers);
    }
    recorder?.add(body);
    recorder?.keep(this.#call, counted);
    // Node writes the head and a string as one chunk, the head and a buffer as two.
    if (body.length <= ONE_WRITE_BYTES) response.end(body.toString('latin1'), 'latin1');
    else response.end(body);
  }

  breakOff(): void {
    this.#call.caller.response.destroy();
  }
}
