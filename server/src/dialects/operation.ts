/** What a call asks for, whatever its dialect. The journey looks at the kind, never at the name. */
export interface Operation {
  name: 'chat' | 'embedding';
  kind: OperationKind;
}

/**
 * | kind           | the answer …                                                                       |
 * |----------------|------------------------------------------------------------------------------------|
 * | `conversation` | is text that may be streamed, bounded, counted, and kept alive by a heartbeat       |
 * | `json`         | comes whole                                                                        |
 */
export type OperationKind = 'conversation' | 'json';

export const chat: Operation = { name: 'chat', kind: 'conversation' };
export const embedding: Operation = { name: 'embedding', kind: 'json' };
