/** What happens once at one statement. */
export interface Fault {
  /** The outbox's own file, or the transaction that writes settlements into the database. */
  place: 'outbox' | 'database';
  /** How the statement begins. */
  statement: string;
  when: 'before' | 'after';
  /** `fail` after a statement: it was done, and its answer is lost. */
  deed: 'kill' | 'end the thread' | 'fail';
}
