import type { DrainReport, PendingCharge, SettleRequest } from '../billing/settlement-target.ts';
import type { SqliteResult } from './sqlite-connection.ts';

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
