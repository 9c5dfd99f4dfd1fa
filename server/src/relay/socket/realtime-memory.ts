import { inputTokensOf, type Usage } from '../../billing/usage.ts';
import type { SessionTexts } from '../../dialects/realtime/realtime-dialect.ts';
import {
  addInputs,
  mostTokens,
  NO_INPUT,
  type RealtimeInput,
} from '../../dialects/realtime/realtime-input.ts';

/** The known input of the next response of a session. */
export class RealtimeMemory {
  /** The conversation, without the session's own texts. */
  input: RealtimeInput = NO_INPUT;
  /** Bytes of instructions and tools by member, as the caller set them. */
  readonly #asked = new Map<string, number>();
  /** Bytes as the vendor has confirmed them. */
  readonly #told = new Map<string, number>();

  /** Bytes of instructions and tools. Until the vendor confirms an update, the larger size counts. */
  get sessionBytes(): number {
    let bytes = 0;
    for (const name of new Set([...this.#asked.keys(), ...this.#told.keys()]))
      bytes += Math.max(this.#asked.get(name) ?? 0, this.#told.get(name) ?? 0);
    return bytes;
  }

  noteAsked(texts: SessionTexts): void {
    for (const [name, bytes] of texts) this.#asked.set(name, bytes);
  }

  noteTold(texts: SessionTexts): void {
    for (const [name, bytes] of texts) this.#told.set(name, bytes);
  }

  add(input: RealtimeInput): void {
    this.input = addInputs(this.input, input);
  }

  /** @param sessionBytes of the finished response: its usage includes them */
  learn(usage: Usage, sessionBytes: number): void {
    const textTokens = inputTokensOf(usage) - usage.audioInput - mostTokens(sessionBytes);
    this.input = {
      ...NO_INPUT,
      textTokens: Math.max(0, textTokens) + usage.textOutput,
      audioTokens: usage.audioInput + usage.audioOutput,
    };
  }
}
