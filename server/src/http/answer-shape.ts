import { type Call, envelopeOf } from '@turnpike/contract';

/** The shape of a call's answer. It is made with the first answer: most calls of a site are never made. */
export class AnswerShape {
  readonly #call: Call;
  #envelope: ReturnType<typeof envelopeOf> | undefined;

  constructor(call: Call) {
    this.#call = call;
  }

  get envelope(): ReturnType<typeof envelopeOf> {
    this.#envelope ??= envelopeOf(this.#call);
    return this.#envelope;
  }
}
