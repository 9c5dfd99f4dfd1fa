import type { DrainReport } from '../billing/settlement-target.ts';
import { rejectSettlement } from './rejected-settlements.ts';
import { parseSettlement } from './settlement.ts';
import { writeSettlements } from './settlement-writer.ts';
import type { Db } from './store.ts';

export interface OutboxBatch {
  outboxId: string;
  /** Number of the first text; they follow each other without a gap. */
  firstNumber: number;
  /** Settlements as the outbox keeps them. */
  texts: readonly string[];
  nowSeconds: number;
}

/**
 * Writes a batch of the outbox. If the database refuses it for its content, the batch is halved until the
 * refused settlement is alone. That settlement is stored separately with the reason; all others are written.
 * @throws if the database cannot be written now; settlements already written are not written again
 */
export async function drainSettlements(db: Db, batch: OutboxBatch): Promise<DrainReport> {
  const { outboxId, firstNumber, texts, nowSeconds } = batch;
  const lastNumber = firstNumber + texts.length - 1;
  try {
    const settlements = texts.map(parseSettlement);
    await writeSettlements(db, { outboxId, firstNumber, settlements, nowSeconds });
    return { lastNumber, rejected: 0 };
  } catch (error) {
    if (!isRefusedForContent(error)) throw error;
    if (texts.length === 1) {
      const [text = ''] = texts;
      await rejectSettlement(db, { outboxId, number: firstNumber, text, error }, nowSeconds);
      return { lastNumber, rejected: 1 };
    }
    const half = Math.ceil(texts.length / 2);
    const first = await drainSettlements(db, { ...batch, texts: texts.slice(0, half) });
    const second = await drainSettlements(db, {
      ...batch,
      firstNumber: firstNumber + half,
      texts: texts.slice(half),
    });
    return { lastNumber, rejected: first.rejected + second.rejected };
  }
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH. Source: sqlite.org, "Result and Error Codes". */
const SQLITE_CONTENT_CODES: ReadonlySet<number> = new Set([18, 19, 20]);

/** Whether trying again later cannot help: a constraint, a value that does not fit, a text that is no settlement. */
export function isRefusedForContent(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return true;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // The low byte is the kind of an extended code.
  if (typeof errcode === 'number') return SQLITE_CONTENT_CODES.has(errcode & 0xff);
  // Cardinality, data and integrity faults, limits of a statement. Source: PostgreSQL manual, appendix A.
  return typeof code === 'string' && /^(21|22|23|54)\w{3}$/.test(code);
}
