/** What a call asks for, whatever its dialect. The journey looks at the kind, never at the name. */
export interface Operation {
  name:
    | 'chat'
    | 'embedding'
    | 'count'
    | 'compaction'
    | 'moderation'
    | 'rerank'
    | 'image'
    | 'image-edit'
    | 'image-variation'
    | 'speech'
    | 'transcription'
    | 'translation';
  kind: OperationKind;
  /** A request is a form with a file in it; absent where it is JSON. */
  takesForm?: true;
}

/**
 * | kind           | the answer …                                                                       |
 * |----------------|------------------------------------------------------------------------------------|
 * | `conversation` | is text that may be streamed, bounded, counted, and kept alive by a heartbeat       |
 * | `json`         | comes whole, or as events that are no text                                         |
 * | `file`         | is of any type, such as sound, and passes as it comes                               |
 * | `count`        | is the number of input tokens: it costs nothing, and is estimated where it must be  |
 */
export type OperationKind = 'conversation' | 'json' | 'file' | 'count';

export const chat: Operation = { name: 'chat', kind: 'conversation' };
export const count: Operation = { name: 'count', kind: 'count' };
export const compaction: Operation = { name: 'compaction', kind: 'json' };
export const embedding: Operation = { name: 'embedding', kind: 'json' };
export const moderation: Operation = { name: 'moderation', kind: 'json' };
export const rerank: Operation = { name: 'rerank', kind: 'json' };
export const image: Operation = { name: 'image', kind: 'json' };
export const speech: Operation = { name: 'speech', kind: 'file' };
