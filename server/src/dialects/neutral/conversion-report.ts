/**
 * The fate of a field: it has another name; it is the nearest that the target can express; the target needs it and the
 * request lacked it; it is gone.
 */
export type Fate = 'renamed' | 'approximated' | 'added' | 'dropped';

export interface FieldFate {
  fate: Fate;
  /** As its reader called it: `logit_bias`, `messages.2.content.0`; of the answer: `answer.image`. */
  field: string;
  /** Short English; empty where the fate says it all. */
  why: string;
}

const MAX_HEADER_BYTES = 256;
/** Named fields per fate. Further ones are only counted: a request may have ten thousand leftovers. */
const MAX_NAMED = 64;
const MAX_TEXT = 120;
const CUT = '; ...';
const fates: readonly Fate[] = ['dropped', 'approximated', 'added', 'renamed'];

/** The changes of a conversion to the fields of a request and the parts of its answer. Everything unnamed was kept. */
export class ConversionReport {
  readonly #fields: FieldFate[] = [];
  /** Those of them, as they were named. */
  readonly #known = new Set<string>();
  /** By fate. */
  readonly #counts = { renamed: 0, approximated: 0, added: 0, dropped: 0 };
  #unnamed = 0;
  #losses = 0;

  /** A field is named once for each fate, however often it comes. */
  note(fate: Fate, field: string, why = ''): void {
    const key = `${fate} ${field}`;
    if (this.#known.has(key)) return;
    if (fate === 'dropped') this.#losses += 1;
    const count = this.#counts[fate] + 1;
    if (count > MAX_NAMED) {
      this.#unnamed += 1;
      return;
    }
    this.#counts[fate] = count;
    this.#known.add(key);
    this.#fields.push({ fate, field: clean(field), why: clean(why) });
  }

  /** Fields that are not there any more: a strict caller is refused then. */
  get losses(): number {
    return this.#losses;
  }

  get fields(): readonly FieldFate[] {
    return this.#fields;
  }

  /** As `dropped=logit_bias,seed; approximated=thinking`; where it does not name all, it ends with `; ...`. */
  header(): string {
    const lists = fates.map((fate) => this.#namesOf(fate));
    let end = this.#unnamed > 0 ? CUT : '';
    for (;;) {
      const parts = lists.flatMap((names, at) =>
        names.length === 0 ? [] : [`${fates[at]}=${names.join(',')}`],
      );
      const text = parts.join('; ') + end;
      if (text.length <= MAX_HEADER_BYTES) return text;
      end = CUT;
      // Each fate is listed as long as there is room.
      const longest = Math.max(...lists.map(({ length }) => length));
      lists.find(({ length }) => length === longest)?.pop();
    }
  }

  #namesOf(fate: Fate): string[] {
    return this.#fields.filter((one) => one.fate === fate).map(({ field }) => headerName(field));
  }

  /** Whole, for the log row; undefined where everything was kept. */
  metadata(): object | undefined {
    if (this.#fields.length === 0) return undefined;
    return { fields: this.#fields, ...(this.#unnamed > 0 && { unnamed: this.#unnamed }) };
  }
}

/** Names come from callers: what is stored holds no control character and no half of one. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_TEXT)
    .toWellFormed();

const headerName = (field: string): string => field.replace(/[^\w.$[\]-]/g, '?');
