import {
  neededBy,
  neededByChoice,
  type OptionKey,
  type OptionRule,
  optionCatalogue,
  otherSignIns,
  role,
  secretOf,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { lockName } from '../../db/row-locks.ts';
import { Lock } from '../../db/sqlite-dialect.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, etagOf, type KnownStates } from '../../platform/etag.ts';
import { type FieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { invalidOption, issueOf, loopOf, type OptionChange, ruleOf } from './option-rules.ts';

/** Purpose that a secret option is sealed for. */
export const optionPurpose = (key: OptionKey): string => `options.${key}`;

/** The run-time settings in memory; only what differs from the catalogue is stored. */
export class Options {
  readonly #db: Db;
  readonly #secretBox: SecretBox;
  readonly #writes = new Lock();
  #values = new Map<string, string>();
  #version = 0;

  constructor({ db, secretBox }: { db: Db; secretBox: SecretBox }) {
    this.#db = db;
    this.#secretBox = secretBox;
  }

  /** Reads what is stored. Call it at the start, and after somebody else wrote. */
  async load(): Promise<void> {
    const rows = await this.#db.selectFrom('options').select(['key', 'value']).execute();
    const values = new Map<string, string>();
    for (const { key, value } of rows) {
      // A row of a newer or sister version is kept, not used.
      if (!Object.hasOwn(optionCatalogue, key)) continue;
      values.set(key, this.#open(key as OptionKey, value));
    }
    this.#values = values;
    this.#version += 1;
  }

  /** Another one after every change. */
  get version(): number {
    return this.#version;
  }

  text(key: OptionKey): string {
    return this.#values.get(key) ?? ruleOf(key).initial;
  }

  /** Whether an option has this value now. */
  has(key: OptionKey, value: string): boolean {
    return this.text(key) === value;
  }

  number(key: OptionKey): number {
    return Number(this.text(key));
  }

  flag(key: OptionKey): boolean {
    return this.text(key) === 'true';
  }

  /** Every option that may be answered to a role. */
  listFor(roleNumber: number): { key: string; value: string; etag: string }[] {
    const keys = Object.keys(optionCatalogue) as OptionKey[];
    const isOpen = ({ isSecret, isForRoot }: OptionRule) =>
      !isSecret && (!isForRoot || roleNumber >= role.root);
    return keys
      .filter((key) => isOpen(ruleOf(key)))
      .map((key) => {
        const value = this.text(key);
        return { key, value, etag: etagOf([key, value]) };
      });
  }

  /**
   * Stores a value and uses it at once.
   * @param db the transaction that it belongs to, if any
   * @throws option.invalid, also for an option without effect and a switch whose needs are not filled
   */
  async set(key: OptionKey, value: string, db: Db = this.#db): Promise<void> {
    const issue = this.#issueOf({ key, value }, new Map());
    if (issue !== undefined) throw invalidOption([issue]);
    await this.#store({ key, value }, db);
    this.#use([{ key, value }]);
  }

  /** @throws option.invalid naming each field by its key */
  assertValid(changes: readonly OptionChange[]): void {
    const coming = new Map(changes.map(({ key, value }) => [key, value]));
    const fields = changes
      .map((change) => this.#issueOf(change, coming))
      .filter((issue) => issue !== undefined);
    const loop = changes.map(loopOf).find((models) => models !== undefined);
    if (loop !== undefined) throw new GatewayError('option.fallback_loop', { models: loop }, { fields });
    if (fields.length > 0) throw invalidOption(fields);
  }

  /**
   * Stores several values or none.
   * @param also written in the same transaction
   * @throws option.invalid naming each field by its key; option.fallback_loop; request.changed_meanwhile when one is not in a known state
   */
  async setAll(
    changes: readonly OptionChange[],
    also: (trx: Transaction<Tables>) => Promise<unknown>,
    knownStates?: KnownStates,
  ): Promise<void> {
    this.assertValid(changes);
    // One after the other: what is used is what was stored last.
    await this.#writes.run(async () => {
      await this.#db.transaction().execute(async (trx) => {
        await assertKnownOptions(trx, changes, knownStates);
        for (const change of changes) await this.#store(change, trx);
        await also(trx);
      });
      this.#use(changes);
    });
  }

  #use(changes: readonly OptionChange[]): void {
    for (const { key, value } of changes) this.#values.set(key, value);
    this.#version += 1;
  }

  /** @param coming values that are set together with this one */
  #issueOf(change: OptionChange, coming: ReadonlyMap<OptionKey, string>): FieldError | undefined {
    const issue = issueOf(change);
    if (issue !== undefined) return issue;
    const { key, value } = change;
    const secret = secretOf[key];
    const choice = neededByChoice[key]?.[value];
    // A choice without a secret sends none.
    const isSent = secret !== undefined && (neededByChoice[key] === undefined || choice?.includes(secret));
    if (isSent && this.#needsAgain(change, secret, coming))
      return { field: secret, code: 'option.secret_again' };
    const then = (other: OptionKey): string => coming.get(other) ?? this.text(other);
    const missing = choice?.find((needed) => then(needed) === '');
    if (missing !== undefined) return { field: missing, code: 'option.needed_by_choice' };
    if (value === 'true' && neededBy[key]?.some((needed) => then(needed) === ''))
      return { field: key, code: 'option.needs_others' };
    return isLastSignIn(change, then) ? { field: key, code: 'option.last_sign_in' } : undefined;
  }

  /** A secret must not go to a server that it was not entered for. */
  #needsAgain(
    { key, value }: OptionChange,
    secret: OptionKey,
    coming: ReadonlyMap<OptionKey, string>,
  ): boolean {
    return value !== this.text(key) && this.text(secret) !== '' && !coming.has(secret);
  }

  async #store({ key, value }: OptionChange, db: Db): Promise<void> {
    const stored =
      ruleOf(key).isSecret && value !== '' ? this.#secretBox.seal(value, optionPurpose(key)) : value;
    await db
      .insertInto('options')
      .values({ key, value: stored })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
      .execute();
  }

  #open(key: OptionKey, stored: string): string {
    if (!ruleOf(key).isSecret || stored === '') return stored;
    try {
      return this.#secretBox.open(stored, optionPurpose(key));
    } catch {
      // Sealed with another key: as good as not set, and it can be set again.
      return '';
    }
  }
}

/** Whether a change takes away the last way to sign in but root's password. */
function isLastSignIn({ key, value }: OptionChange, then: (key: OptionKey) => string): boolean {
  const ways: readonly OptionKey[] = ['PasswordLoginEnabled', ...otherSignIns];
  const isOn = (way: OptionKey): boolean => way !== key && then(way) === 'true';
  return value === 'false' && ways.includes(key) && !ways.some(isOn);
}

/**
 * Locks the options for one transaction and checks that each has the state that the caller has seen. The state of a
 * secret is never shown, so it is not compared.
 */
async function assertKnownOptions(
  trx: Transaction<Tables>,
  changes: readonly OptionChange[],
  known: KnownStates,
): Promise<void> {
  const keys = [...new Set(changes.map(({ key }) => key))].sort();
  for (const key of keys) await lockName(trx, `option ${key}`);
  const rows = await trx.selectFrom('options').select(['key', 'value']).where('key', 'in', keys).execute();
  const stored = new Map<string, string>(rows.map(({ key, value }) => [key, value]));
  for (const key of keys) {
    const { isSecret, initial } = ruleOf(key);
    if (!isSecret) assertKnownState(known, etagOf([key, stored.get(key) ?? initial]));
  }
}
