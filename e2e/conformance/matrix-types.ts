import type { ConversationDialect } from '@turnpike/contract';

/** Input to a model. */
export type Said =
  | { text: string }
  /** Base64 of a PNG. */
  | { image: string }
  /** Base64. */
  | { pdf: string };

export interface AskedTool {
  name: string;
  description: string;
  schema: { type: 'object'; properties: Record<string, object>; required: string[] };
}

/** A request as no package says it; each client says it in the words of its package. */
export interface Ask {
  system: string;
  says: readonly Said[];
  limit: number;
  tools: readonly AskedTool[];
  thinks: boolean;
  /** JSON schema of the answer. */
  schema: object | null;
  stop: readonly string[];
  stream: boolean;
}

/** Output of a vendor's model. Thinking is sealed if the vendor seals it. */
export type AnswerPart =
  | { thinking: string }
  | { text: string }
  | { refusal: string }
  | { call: string; input: object };

/** Why an answer ends. */
export type End = 'end' | 'stop-sequence' | 'length' | 'tools' | 'filter' | 'refusal';

export interface VendorAnswer {
  parts: readonly AnswerPart[];
  end: End;
}

/** All input, its part that came from a cache, and all output. */
export interface Tokens {
  input: number;
  cached: number;
  output: number;
}

/** Usage that every vendor reports. */
export const USED: Tokens = { input: 40, cached: 10, output: 12 };
/** The part of the output that is thinking, where an answer has some. */
export const THOUGHT_TOKENS = 5;

/** A request as the upstream understood it, by its own dialect. */
export interface Understood {
  system: string;
  texts: string[];
  images: string[];
  pdfs: string[];
  limit: number | null;
  tools: string[];
  thinks: boolean;
  schema: object | null;
  stop: string[];
  stream: boolean;
  /** Output of the model in earlier turns. */
  said: string;
  /** Calls of the turns before, and the results of the tools in their order. */
  calls: SeenCall[];
  results: string[];
  /** Proofs of thinking that came back, and the thinking with them where the vendor checks it. */
  seals: string[];
}

/** An answer as a package shows it. */
export interface Seen {
  text: string;
  thinking: string;
  refusal: string;
  calls: SeenCall[];
  /** In the package's own words. */
  end: string;
  tokens: Tokens;
}

export interface SeenCall {
  id: string;
  name: string;
  input: unknown;
}

/** Observations of a turn: at the vendor, in the package, and in the report of the conversion. */
export interface Turn {
  asked: Understood;
  seen: Omit<Seen, 'calls'> & { calls: { name: string; input: unknown }[] };
  /** Fields of the request that were dropped. */
  lost: string[];
}

export interface ToolResult {
  id: string;
  name: string;
  text: string;
}

/** One conversation by a package, which keeps the history as its own documentation says. */
export interface Talk {
  ask(): Promise<Seen>;
  /** Gives the results of the calls and asks for what follows. */
  tell(results: readonly ToolResult[]): Promise<Seen>;
  /** Reads a stream to its first text and leaves. */
  leave(): Promise<void>;
}

export interface ClientSite {
  url: string;
  key: string;
  model: string;
  fetch: typeof fetch;
}

/** A failure as a package shows it. */
export interface SeenFailure {
  /** HTTP status; null where the package shows none. */
  status: number | null;
  text: string;
}

export type Feature = 'stop' | 'refusal';

/** A vendor's package that asks. */
export interface Client {
  name: string;
  /** Names of the installed packages. */
  packages: readonly string[];
  dialect: ConversationDialect;
  /** Its words for the ends of an answer. */
  ends: Readonly<Record<End, string>>;
  /** Features that the package itself lacks. */
  lacks: readonly Feature[];
  /** Values that the package writes in another form than given. */
  writes?: {
    limit?(ask: Ask): number;
    result?(name: string, text: string): string;
  };
  begin(site: ClientSite, ask: Ask): Talk;
  failureOf(error: unknown): SeenFailure;
}

/** A vendor's server, as strict as the vendor. */
export interface Upstream {
  name: string;
  dialect: ConversationDialect;
  model: string;
  /** Members of the channel that leads to it. */
  channel: { type: number; base_url: string; models: string; dialects?: ConversationDialect[] };
  /** Id of the call that is this part of an answer; empty where the vendor gives none. */
  idOfCall(part: number): string;
  /** Proofs of thinking in an answer, which the vendor wants back. */
  sealsIn(answer: VendorAnswer): string[];
  /** Ends that it has a word of its own for. */
  ends: ReadonlySet<End>;
  /** Requests that it took, as it understood them. */
  understood(): Understood[];
  /** Why it refused requests. */
  refused: string[];
  /** Forgets what it took and refused. */
  forget(): void;
  /** Answers requests in turn; the last answer is given to all that follow. */
  says(answers: readonly VendorAnswer[]): void;
  /** Refuses with a status and a text, in its own envelope. */
  refuses(status: 400 | 429, text: string): void;
  /** Begins a stream and sends an error in it. */
  failsInStream(answer: VendorAnswer, text: string): void;
  /** Begins a stream that does not end by itself. */
  goesOn(answer: VendorAnswer): void;
  /** Resolves when the connection of the last request has closed before its answer was complete. */
  left(): Promise<void>;
  stop(): Promise<void>;
}
