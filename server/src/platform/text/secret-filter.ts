import { REMOVED } from './remove-values.ts';

/** Shorter ones, and words, may stand in an honest text. */
const MIN_LENGTH = 12;
const isTelling = (secret: string): boolean =>
  secret.length >= MIN_LENGTH && /\d/.test(secret) && /[a-z]/i.test(secret);

/** Takes secrets out of bytes of any length where they stand as they are, also as JSON spells them. */
export class SecretFilter {
  readonly #spellings: readonly Buffer[];

  constructor(secrets: readonly string[]) {
    const spellings = secrets.filter(isTelling).flatMap((secret) => {
      const inJson = JSON.stringify(secret).slice(1, -1);
      return [secret, inJson, inJson.replaceAll('/', '\\/')];
    });
    this.#spellings = [...new Set(spellings)].map((spelling) => Buffer.from(spelling));
  }

  /** @returns the same bytes where there is none in them */
  clean(bytes: Buffer): Buffer {
    let clean = bytes;
    for (const spelling of this.#spellings) if (clean.includes(spelling)) clean = without(clean, spelling);
    return clean;
  }
}

function without(bytes: Buffer, spelling: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(spelling); at !== -1; at = bytes.indexOf(spelling, from)) {
    pieces.push(bytes.subarray(from, at), Buffer.from(REMOVED));
    from = at + spelling.length;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}
