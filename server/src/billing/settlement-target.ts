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
  /** Amounts of other budgets, see `joinCounts`. */
  counts: string;
}

/** The database that the outbox drains to. */
export interface SettlementTarget {
  /** Writes about `limit` settlements after a number from an outbox file to the database. */
  settle(batch: SettleRequest): Promise<DrainReport>;
  /** Moves the file's write-ahead log into the file, outside the appending thread. */
  checkpoint(file: string): Promise<void>;
}

/** The file of an outbox. */
export interface OutboxRows {
  /** Names this outbox in the database, so that its numbers are counted apart from any other's. */
  readonly outboxId: string;
  readonly path: string;
  /** Largest number ever given. */
  lastNumber(): number;
  /** The last number that was deleted. */
  forgottenThrough(): number;
  /** Appends in one commit. @param forgetThrough deletes up to this number; 0: nothing @returns the last number */
  append(bodies: readonly string[], forgetThrough: number): number;
  /** Writes something small. @throws if the file cannot be written */
  probe(): void;
  walBytes(): number;
  close(): void;
}
