import type { Json } from '../dialects/neutral/json-values.ts';

/**
 * Maps an operation that is not a conversation to the vendor's own shape and back, as pure functions. Members that
 * `request` does not take are reported to the caller as dropped.
 */
export interface Adapter {
  /**
   * The vendor's request: JSON, the fields of a form where `sendsForm`, or a text.
   * @throws request.invalid for what the vendor has no word for
   */
  request(asked: AskedMembers, call: AdaptedCall): Json | AdaptedText;
  /** The request is sent as a form, without files unless the caller sent some. */
  sendsForm?: true;
  /** How the caller's file is sent; left out where it goes in a form. */
  sendsFile?: FileSending;
  /** In place of the form's path, where more than the model decides it. */
  path?(asked: Json, call: AdaptedCall): string;
  /**
   * The caller's answer, of the vendor's; left out where the vendor answers with what the caller wants.
   * @throws where it is no answer
   */
  answer?(answer: Json, call: AdaptedCall & { asked: Json }): Json | AdaptedFile;
  /** The same, of an answer that is a picture. */
  answerFile?(answer: Buffer, call: AdaptedCall): Json;
  /** Path, below the base address, of the state of an answer that is not finished; null where it is finished. */
  unfinished?(answer: Json): string | null;
}

/** Without anything next to it, or as base64 in a member of the request. */
export type FileSending = 'alone' | { member: string };

export interface AdaptedCall {
  upstreamModel: string;
  /** Wall time. */
  nowSeconds: number;
}

/** A request that is no JSON. */
export class AdaptedText {
  readonly text: string;
  readonly type: string;
  /** Next to those of the channel, in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, { type, headers = {} }: { type: string; headers?: Record<string, string> }) {
    this.text = text;
    this.type = type;
    this.headers = headers;
  }
}

/** An answer that is a file. */
export interface AdaptedFile {
  file: Buffer;
  type: string;
}

/** A caller's request, whose members are taken one by one. */
export class AskedMembers {
  readonly #members: Json;
  readonly #left: Set<string>;

  constructor(members: Json) {
    this.#members = members;
    this.#left = new Set(Object.keys(members));
    this.#left.delete('model');
  }

  /** The member's value, as it stands there; undefined where there is none. */
  take(name: string): unknown {
    this.#left.delete(name);
    return this.#members[name] ?? undefined;
  }

  /** Takes a member that asks for what is done anyway. */
  takeIf(name: string, value: unknown): void {
    if (this.#members[name] === value) this.#left.delete(name);
  }

  /** Names of the members that nobody has taken. */
  get left(): readonly string[] {
    return [...this.#left].filter((name) => this.#members[name] !== null);
  }
}
