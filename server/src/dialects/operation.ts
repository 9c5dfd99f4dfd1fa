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
    | 'image-tool'
    | 'speech'
    | 'transcription'
    | 'translation'
    | 'realtime';
  kind: OperationKind;
  /** What a request's files hold, which comes as a form; absent where it is JSON. */
  files?: 'sound' | 'pictures';
}

/**
 * | kind           | the answer …                                                                       |
 * |----------------|------------------------------------------------------------------------------------|
 * | `conversation` | is text that may be streamed, bounded, counted, and kept alive by a heartbeat       |
 * | `data`         | is a file, or JSON, whole or in events                                              |
 * | `count`        | is the number of input tokens: it costs nothing, and is estimated where it must be  |
 * | `socket`       | comes over a socket with many more; each response of the model is a call of its own  |
 */
export type OperationKind = 'conversation' | 'data' | 'count' | 'socket';

export const chat: Operation = { name: 'chat', kind: 'conversation' };
export const count: Operation = { name: 'count', kind: 'count' };
export const compaction: Operation = { name: 'compaction', kind: 'data' };
export const embedding: Operation = { name: 'embedding', kind: 'data' };
export const moderation: Operation = { name: 'moderation', kind: 'data' };
export const rerank: Operation = { name: 'rerank', kind: 'data' };
export const image: Operation = { name: 'image', kind: 'data' };
export const speech: Operation = { name: 'speech', kind: 'data' };
export const imageEdit: Operation = { name: 'image-edit', kind: 'data', files: 'pictures' };
export const imageVariation: Operation = { name: 'image-variation', kind: 'data', files: 'pictures' };
export const imageTool: Operation = { name: 'image-tool', kind: 'data', files: 'pictures' };
export const transcription: Operation = { name: 'transcription', kind: 'data', files: 'sound' };
export const translation: Operation = { name: 'translation', kind: 'data', files: 'sound' };
export const realtime: Operation = { name: 'realtime', kind: 'socket' };
