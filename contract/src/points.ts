import { z } from 'zod';
import { MAX_POINTS } from './catalogues/point-amounts.ts';

// One schema each: a schema never changes, and hundreds of fields have one of these.
const pointsSchema = z.number().int().min(0).max(MAX_POINTS);
const signedSchema = z.number().int().min(-MAX_POINTS).max(MAX_POINTS);
const sumSchema = z.number();

/** An amount of points, zero or above. */
export const points = () => pointsSchema;

const wholeSchema = z.number().int();

/** A whole number, such as a row's. */
export const whole = () => wholeSchema;

/** A change of a balance: points with a sign. */
export const signedPoints = () => signedSchema;

/**
 * A sum over many rows: exact up to 2^53, above it as near as a number can say. Each row is bounded, their sum is
 * not; a sum never makes an answer fail.
 */
export const sum = () => sumSchema;

/** A multiplier as people type it: 0 to 1 000 000 with at most nine decimals. */
export const ratio = () =>
  z
    .number()
    .min(0)
    .max(1_000_000)
    // A value below the last decimal must not become 0.
    .refine(
      (value) => value === 0 || (value >= 1e-9 && Math.abs(value * 1e9 - Math.round(value * 1e9)) < 1e-3),
      'number.too_many_decimals',
    )
    .describe('Multiplier with at most nine decimals');
