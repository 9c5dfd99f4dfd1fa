import type { DialectName } from '../call-facts.ts';
import type { Seal } from './conversation.ts';

const WRAPPED = /^tp1\.([a-z-]+)\.(.+)$/s;

/**
 * A seal as the field of a dialect holds it: its own as it is, another's with the mark of its origin, so that the
 * client carries it back. No seal is ever made up.
 */
export const writeSeal = (seal: Seal, dialect: DialectName): string =>
  seal.dialect === dialect ? seal.value : `tp1.${seal.dialect}.${seal.value}`;

/** The seal in a field of a dialect: with a mark of its origin it is another's. */
export function readSeal(value: string, dialect: DialectName): Seal {
  const [, origin, own] = WRAPPED.exec(value) ?? [];
  return origin === undefined || own === undefined
    ? { dialect, value }
    : { dialect: origin as DialectName, value: own };
}

/** Whether a field holds a seal of another dialect. */
export const isForeignSeal = (value: string): boolean => WRAPPED.test(value);
