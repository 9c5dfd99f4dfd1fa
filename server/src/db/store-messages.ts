import type { SqliteResult } from './sqlite-connection.ts';

/** A batch to settle: what an outbox's file holds after a number. */
export interface SettleRequest {
  outboxId: string;
  outboxFile: string;
  afterNumber: number;
  limit: number;
  nowSeconds: number;
}

export interface DrainReport {
  /** The last number that the database has taken. */
  lastNumber: number;
  /** Settlements that were refused for their content and are kept apart. */
  rejected: number;
}

/** A charge that an outbox's file held when the process started. */
export interface PendingCharge {
  /** Number of its settlement. */
  number: number;
  user_id: number;
  token_id: number;
  quota: number;
  token_quota: number;
  debt: number;
  /** Budgets that count `quota` and `debt`, see `joinBudgets`. */
  budgets: string;
}

/** Requests of the main thread to the storage worker, and the responses. */
export type StoreRequest =
  | { id: number; kind: 'execute'; sql: string; parameters: readonly unknown[] }
  | ({ id: number; kind: 'settle' } & SettleRequest)
  | { id: number; kind: 'pendingCharges'; file: string; afterNumber: number }
  | { id: number; kind: 'checkpoint'; file: string }
  | { id: number; kind: 'returnMemory'; collects: boolean }
  | { id: number; kind: 'close' };

export type StoreAnswer = SqliteResult | DrainReport | PendingCharge[] | null;

export type StoreResponse =
  | { id: number; ok: true; value: StoreAnswer }
  | { id: number; ok: false; message: string; code: string; errcode?: number | undefined };

export type StoreThreadData = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };
