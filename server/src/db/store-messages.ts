import type { SqliteResult } from './sqlite-connection.ts';

/** A batch to settle: what an outbox's file holds after a number. */
export interface SettleRequest {
  outboxId: string;
  outboxFile: string;
  afterNumber: number;
  limit: number;
  nowSeconds: number;
}

/** What the main thread asks of the storage worker, and the answers. */
export type StoreRequest =
  | { id: number; kind: 'execute'; sql: string; parameters: readonly unknown[] }
  | ({ id: number; kind: 'settle' } & SettleRequest)
  | { id: number; kind: 'checkpoint'; file: string }
  | { id: number; kind: 'returnMemory' }
  | { id: number; kind: 'close' };

export type StoreResponse =
  | { id: number; ok: true; value: SqliteResult | number | null }
  | { id: number; ok: false; message: string; code: string };

export type StoreWorkerData = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };
