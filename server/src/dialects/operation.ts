/** The kind of work of a call, in any dialect. The journey branches on the kind, never on the name. */
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
  /** Content of the files in a form; absent if the request is JSON. */
  files?: 'sound' | 'pictures';
}

/**
 * - `conversation`: text that may be streamed, bounded, counted, and kept alive by a heartbeat.
 * - `data`: a file, or JSON, whole or in events.
 * - `count`: the number of input tokens. It is free, and an estimate if necessary.
 * - `socket`: many answers over a socket. Each response of the model is a call of its own.
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
