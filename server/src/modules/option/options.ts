import type { Db } from '../../db/store.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { neededBy, type OptionKey, optionCatalogue } from './option-catalogue.ts';
import { assertFits, invalidOption, ruleOf } from './option-rules.ts';

/** Purpose that a secret option is sealed for. */
const purposeOf = (key: OptionKey): string => `options.${key}`;

/** The run-time settings in memory; only what differs from the catalogue is stored. */
export class Options {
  readonly #db: Db;
  readonly #secretBox: SecretBox;
  #values = new Map<string, string>();

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
  }

  text(key: OptionKey): string {
    return this.#values.get(key) ?? ruleOf(key).initial;
  }

  number(key: OptionKey): number {
    return Number(this.text(key));
  }

  flag(key: OptionKey): boolean {
    return this.text(key) === 'true';
  }

  /** Every option that may be answered. */
  listOpen(): { key: string; value: string }[] {
    const keys = Object.keys(optionCatalogue) as OptionKey[];
    return keys.filter((key) => !ruleOf(key).isSecret).map((key) => ({ key, value: this.text(key) }));
  }

  /**
   * Stores a value and uses it at once.
   * @param db the transaction that it belongs to, if any
   * @throws option.invalid, also for a switch whose needs are not filled
   */
  async set(key: OptionKey, value: string, db: Db = this.#db): Promise<void> {
    assertFits(key, value);
    if (value === 'true' && neededBy[key]?.some((needed) => this.text(needed) === '')) throw invalidOption();
    const stored = ruleOf(key).isSecret && value !== '' ? this.#secretBox.seal(value, purposeOf(key)) : value;
    await db
      .insertInto('options')
      .values({ key, value: stored })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
      .execute();
    this.#values.set(key, value);
  }

  #open(key: OptionKey, stored: string): string {
    if (!ruleOf(key).isSecret || stored === '') return stored;
    try {
      return this.#secretBox.open(stored, purposeOf(key));
    } catch {
      // Sealed with another key: as good as not set, and it can be set again.
      return '';
    }
  }
}
