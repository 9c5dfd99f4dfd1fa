import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { DialectName } from '../call-facts.ts';
import type { Seal } from './conversation.ts';

const MARK = /^tp1\.([a-z-]+)\./;
const MAX_MARK = 40;

/**
 * A seal as the field of a dialect holds it: its own as it is, another's with the mark of its origin, so that the
 * client carries it back. No seal is ever made up.
 */
export const writeSeal = (seal: Seal, dialect: DialectName): string =>
  seal.dialect === dialect ? seal.value : `tp1.${seal.dialect}.${seal.value}`;

/**
 * The seal in a field of a dialect: with a mark of its origin it is another's.
 * @param texts of the request; null where the field is a plain text
 */
export function readSeal(value: string, dialect: DialectName, texts: LongTexts | null = null): Seal {
  const [mark, origin] = MARK.exec(texts === null ? value : texts.head(value, MAX_MARK)) ?? [];
  if (mark === undefined || origin === undefined || mark === value) return { dialect, value };
  const own = texts === null ? value.slice(mark.length) : texts.withoutHead(value, mark.length);
  return { dialect: origin as DialectName, value: own };
}

/**
 * Whether a field holds a seal of another dialect, or none.
 * @param texts as `readSeal`
 */
export const isForeignSeal = (value: string, texts: LongTexts | null = null): boolean =>
  MARK.test(texts === null ? value : texts.head(value, MAX_MARK));

/**
 * Marks thinking without a seal in a dialect that requires the field. The dialect's own vendors may leave the field
 * empty, so the mark distinguishes others from them.
 */
export const NO_SEAL = 'tp1.none.';
