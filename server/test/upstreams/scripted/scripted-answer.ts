/** A call of a tool as a script says it. */
export interface ScriptedCall {
  id: string;
  name: string;
  /** A text where the tool is a custom one. */
  input: object | string;
  /** Namespace of the tool, if it has one. */
  namespace?: string;
}

/** A tool as an upstream knows it. */
export interface ScriptedTool {
  name: string;
  isCustom: boolean;
  namespace: string;
}

/** An answer as no dialect says it. */
export interface ScriptedAnswer {
  /** Comes with a seal, where the dialect has one. */
  thinking?: string;
  text?: string;
  calls?: readonly ScriptedCall[];
}

/** Facts that a scripted upstream reads from a request. */
export interface ScriptedRequest {
  model: string;
  stream: boolean;
  /** That may be called. */
  tools: readonly ScriptedTool[];
  /** All texts, including system texts. */
  texts: readonly string[];
  /** Results of calls in their order. */
  results: readonly { callId: string; text: string }[];
  /** Names of the calls that went before, in their order. */
  called: readonly string[];
  /** Seals of the returned thinking. */
  seals: readonly string[];
  /** Base64 of each. */
  pictures: readonly string[];
  /** Its answer's form; null where none is asked for. */
  schema: object | null;
}

/** Every answer has another number: vendors make ids of it. */
export interface ScriptedHead {
  model: string;
  number: number;
}

/** The scripted upstream of a dialect. */
export interface ScriptedDialect {
  /** @param url path and query of the request */
  read(body: Json, url: string): ScriptedRequest;
  whole(answer: ScriptedAnswer, head: ScriptedHead): object;
  /** Events as the vendor frames them. */
  events(answer: ScriptedAnswer, head: ScriptedHead): string[];
  error(status: number, message: string): object;
}

// biome-ignore lint/suspicious/noExplicitAny: the strict upstream has looked at its shape before.
export type Json = Record<string, any>;

/** Usage that every answer reports. */
export const scriptedUsage = { input: 50, output: 7 };

/** Proof of the one thinking that scripts have, as each vendor makes it. */
export const seals = {
  'anthropic-messages': `EvQB${'CkYIBxgCKkBs'.repeat(12)}`,
  'openai-responses': `gAAAAB${'nZm9vYmFy'.repeat(16)}`,
  gemini: 'Q2lrQmVhcmVyVGhvdWdodFNpZ25hdHVyZQ==',
};

export const functionTool = (name: string): ScriptedTool => ({ name, isCustom: false, namespace: '' });

/** In pieces, as a model writes. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,9}/gu) ?? [];

export const inputText = ({ input }: ScriptedCall): string =>
  typeof input === 'string' ? input : JSON.stringify(input);

/** Every text in content that is one or has some. */
export const textsIn = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : Array.isArray(content)
      ? content.flatMap((part: Json) => (typeof part.text === 'string' ? [part.text] : []))
      : [];

/** The bytes of a `data:` address. */
export const bytesOf = (url: string): string => url.slice(url.indexOf(',') + 1);
