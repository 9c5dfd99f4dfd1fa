import type { TaskFileKind, TaskStatus } from '@turnpike/contract';
import type { Json } from '../neutral/json-values.ts';

/** A task as its owner may see it. */
export interface ShownTask {
  id: string;
  platform: string;
  action: string;
  model: string;
  status: TaskStatus;
  /** 0 to 100. */
  progress: number;
  failReason: string;
  prompt: string;
  /** Seconds since 1970; 0 where it has not started or ended. */
  createdAt: number;
  startedAt: number;
  finishedAt: number;
  /** Members of the request that its dialect shows. */
  asked: Json;
  /** The vendor's answer, with addresses of this site; null: none. */
  data: unknown;
  files: readonly ShownFile[];
}

export interface ShownFile {
  kind: TaskFileKind;
  name: string;
  /** Whole address, which needs no key. */
  url: string;
}
