import type { LongTexts } from '../../platform/long-texts.ts';
import type { DialectName } from '../call-facts.ts';
import type { Seal } from './conversation.ts';

const WRAPPED = /^tp1\.([a-z-]+)\./;
/** Longer than every mark of an origin. */
const MAX_MARK = 40;

/**
 * A seal as the field of a dialect holds it: its own as it is, another's with the mark of its origin, so that the
 * client carries it back. No seal is ever made up.
 */
export const writeSeal = (seal: Seal, dialect: DialectName): string =>
  seal.dialect === dialect ? seal.value : `tp1.${seal.dialect}.${seal.value}`;

/**
 * The seal in a field of a dialect: with a mark of its origin it is another's.
 * @param texts of the request, where long texts are tokens
 */
export function readSeal(value: string, dialect: DialectName, texts?: LongTexts): Seal {
  const [mark, origin] = WRAPPED.exec(texts?.head(value, MAX_MARK) ?? value) ?? [];
  if (mark === undefined) return { dialect, value };
  const whole = texts?.full(value) ?? value;
  return { dialect: origin as DialectName, value: whole.slice(mark.length) };
}

/** Whether a field holds a seal of another dialect. */
export const isForeignSeal = (value: string): boolean => WRAPPED.test(value);
