import { existsSync, readFileSync, rmSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

/** A fault that occurs once, at one statement. */
export interface Fault {
  /** The outbox's own file, or the transaction that writes settlements into the database. */
  place: 'outbox' | 'database';
  /** How the statement begins. */
  statement: string;
  when: 'before' | 'after';
  /** `fail` after a statement: it was done, and its answer is lost. */
  deed: 'kill' | 'end the thread' | 'fail';
}

/**
 * Loaded into the gateway's process (`NODE_OPTIONS=--import`), and so into its threads: the file at `FAULT_FILE` names
 * one statement at which something happens, once.
 */
const file = process.env.FAULT_FILE ?? '';

/** Statements of this thread belong to the writing of settlements. */
let isSettling = false;

function findFault(sql: string): Fault | null {
  if (!existsSync(file)) return null;
  const fault = JSON.parse(readFileSync(file, 'utf8')) as Fault;
  const isThere = fault.place === 'outbox' ? isMainThread : !isMainThread && isSettling;
  return isThere && sql.startsWith(fault.statement) ? fault : null;
}

function strike({ deed }: Fault): void {
  rmSync(file);
  if (deed === 'kill') process.kill(process.pid, 'SIGKILL');
  // Ends this thread alone where it is a worker.
  if (deed === 'end the thread') process.exit(1);
  throw Object.assign(new Error('an injected fault'), { code: '53100', errcode: 13 });
}

/** Before a statement runs, and after it did. */
function before(sql: string): Fault | null {
  if (/^(?:select .* from|insert into|update) "outbox_positions"/.test(sql)) isSettling = true;
  const fault = findFault(sql);
  if (fault?.when === 'before') strike(fault);
  if (/^(?:commit|rollback)/.test(sql)) isSettling = false;
  return fault;
}
function after(fault: Fault | null): void {
  if (fault?.when === 'after') strike(fault);
}

for (const name of ['run', 'all', 'get'] as const) {
  const run = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
  StatementSync.prototype[name] = function (this: StatementSync, ...values: unknown[]) {
    const fault = before(this.sourceSQL);
    const result = run.apply(this, values);
    after(fault);
    return result;
  } as never;
}

const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
pg.Client.prototype.query = async function (this: pg.Client, ...given: unknown[]) {
  const fault = before(typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text);
  const result = await query.apply(this, given);
  after(fault);
  return result;
} as never;
