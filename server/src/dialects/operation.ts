/** What a call asks for, whatever its dialect. The journey looks at the kind, never at the name. */
export interface Operation {
  name: 'chat' | 'embedding' | 'count' | 'compaction';
  kind: OperationKind;
}

/**
 * | kind           | the answer …                                                                       |
 * |----------------|------------------------------------------------------------------------------------|
 * | `conversation` | is text that may be streamed, bounded, counted, and kept alive by a heartbeat       |
 * | `json`         | comes whole                                                                        |
 * | `count`        | is the number of input tokens: it costs nothing, and is estimated where it must be  |
 */
export type OperationKind = 'conversation' | 'json' | 'count';

export const chat: Operation = { name: 'chat', kind: 'conversation' };
export const count: Operation = { name: 'count', kind: 'count' };
export const compaction: Operation = { name: 'compaction', kind: 'json' };
export const embedding: Operation = { name: 'embedding', kind: 'json' };
