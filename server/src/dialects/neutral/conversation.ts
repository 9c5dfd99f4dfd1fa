import type { DialectName } from '../call-facts.ts';

/**
 * A request in a neutral form: the result of one dialect's reader and the input of another's writer. Texts may be tokens
 * of `LongTexts`. Null means not stated.
 */
export interface Conversation {
  /** System turns stay where they stood. */
  turns: Turn[];
  tools: Tool[];
  /** Tools that their caller knows by another name. */
  namespaced: NamespacedTool[];
  toolChoice: ToolChoice | null;
  /** Names of the only tools that may be called now, of a vendor's own the types; empty: all. */
  allowedTools: string[];
  parallelCalls: boolean | null;
  settings: Settings;
  thinking: ThinkingWish | null;
  output: OutputWish | null;
  account: Account;
  /** An answer that the vendor keeps and that this request goes on from. */
  previousId: string | null;
  /** Members that only its own dialect has. */
  leftovers: Leftover[];
}

export interface Turn {
  role: 'system' | 'user' | 'assistant';
  /** Name of the speaker if there are several; usually empty. */
  name: string;
  parts: Part[];
}

export type Part = TextPart | MediaPart | ThinkingPart | RefusalPart | CallPart | ResultPart | OpaquePart;

export interface TextPart {
  kind: 'text';
  text: string;
  citations: Citation[];
  mark: CacheMark | null;
}

export interface MediaPart {
  kind: 'media';
  media: 'image' | 'file' | 'audio' | 'video';
  /** As `image/png`; empty where it is not known. */
  mimeType: string;
  /** Name of a file; may be empty. */
  name: string;
  source: MediaSource;
  /** How closely a picture is looked at: `low`, `high`, `auto`; empty where it was not said. */
  detail: string;
  mark: CacheMark | null;
}

/** Media that stand at an address. */
export type LinkedPart = MediaPart & { source: { kind: 'url'; url: string } };

export type MediaSource =
  /** Base64. */
  | { kind: 'bytes'; data: string }
  | { kind: 'url'; url: string }
  /** Uploaded to the vendor before. */
  | { kind: 'id'; id: string }
  /** Text of a document, as it is. */
  | { kind: 'text'; text: string };

export interface ThinkingPart {
  kind: 'thinking';
  /** Empty where only the seal is there. */
  text: string;
  /** A summary, not the thinking itself. */
  isSummary: boolean;
  seal: Seal | null;
}

export interface RefusalPart {
  kind: 'refusal';
  text: string;
}

export interface CallPart {
  kind: 'call';
  id: string;
  name: string;
  /** JSON of an object, unparsed; of a custom tool any text. */
  input: string;
  isCustom: boolean;
  seal: Seal | null;
  mark: CacheMark | null;
}

export interface ResultPart {
  kind: 'result';
  callId: string;
  /** Name of the tool; empty if the dialect does not repeat it. */
  name: string;
  parts: Part[];
  isError: boolean;
  mark: CacheMark | null;
}

/** A part that only one dialect has, such as a call of a tool that runs at the vendor. */
export interface OpaquePart {
  kind: 'opaque';
  dialect: DialectName;
  type: string;
  value: object;
}

/** A vendor's proof that thinking is its own; only its own dialect can check it. */
export interface Seal {
  dialect: DialectName;
  value: string;
}

/** Up to here a prompt is kept in the vendor's cache. */
export interface CacheMark {
  lifetime: '5m' | '1h';
}

export interface Citation {
  /** Empty where the source has none: then only its own dialect can tell it. */
  url: string;
  title: string;
  /** The cited text; may be empty. */
  text: string;
  /** Places in the text that the citation is for, in characters; null where they are not known. */
  start: number | null;
  end: number | null;
}

export type Tool =
  | {
      kind: 'function';
      name: string;
      description: string;
      /** JSON schema of the input; null: no input. */
      schema: object | null;
      strict: boolean | null;
      mark: CacheMark | null;
    }
  /** Its input is a text of any form. */
  | { kind: 'custom'; name: string; description: string; format: object | null }
  /** Runs at the vendor. */
  | { kind: 'server'; dialect: DialectName; type: string; value: object };

/** A tool of a namespace: elsewhere there are none, so that it has a name of its own in `tools`. */
export interface NamespacedTool {
  /** Among all tools. */
  name: string;
  namespace: string;
  /** In its namespace. */
  ownName: string;
  /** The client searches for tools with it; its calls are items of their own type. */
  isSearch: boolean;
}

export type ToolChoice =
  | { kind: 'auto' }
  | { kind: 'none' }
  | { kind: 'required' }
  | { kind: 'tool'; name: string };

export interface Settings {
  maxOutputTokens: number | null;
  temperature: number | null;
  topP: number | null;
  topK: number | null;
  stop: string[];
  seed: number | null;
  answerCount: number | null;
  presencePenalty: number | null;
  frequencyPenalty: number | null;
  /** Number of likely alternatives per token; 0 returns the chosen tokens alone. */
  logprobs: number | null;
  /** How much is said, as OpenAI says it: `low`, `medium`, `high`. */
  verbosity: string | null;
}

export interface ThinkingWish {
  mode: 'off' | 'on' | 'auto';
  budgetTokens: number | null;
  /** As OpenAI says it: `none`, `minimal`, `low`, `medium`, `high`, `xhigh`. */
  effort: string | null;
  /** The caller wants to see it, or a summary; null where nothing was said. */
  shown: boolean | null;
}

export interface OutputWish {
  format: 'text' | 'json' | 'schema';
  schema: object | null;
  name: string;
  description: string;
  strict: boolean | null;
}

export interface Account {
  /** The caller's end user, for the vendor's abuse detection. */
  user: string;
  metadata: object | null;
  cacheKey: string;
  /** As OpenAI says it; empty where it was not said. */
  serviceTier: string;
  store: boolean | null;
}

/** A member that only its own dialect knows. */
export interface Leftover {
  dialect: DialectName;
  /** As `messages.0.audio`. */
  path: string;
}

/** A conversation that says nothing yet. */
export const emptyConversation = (): Conversation => ({
  turns: [],
  tools: [],
  namespaced: [],
  toolChoice: null,
  allowedTools: [],
  parallelCalls: null,
  settings: {
    maxOutputTokens: null,
    temperature: null,
    topP: null,
    topK: null,
    stop: [],
    seed: null,
    answerCount: null,
    presencePenalty: null,
    frequencyPenalty: null,
    logprobs: null,
    verbosity: null,
  },
  thinking: null,
  output: null,
  account: { user: '', metadata: null, cacheKey: '', serviceTier: '', store: null },
  previousId: null,
  leftovers: [],
});

export const textPart = (text: string, mark: CacheMark | null = null): TextPart => ({
  kind: 'text',
  text,
  citations: [],
  mark,
});
