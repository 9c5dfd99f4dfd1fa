import { hash } from 'node:crypto';
import { GatewayError } from './gateway-error.ts';

const LENGTH = 16;

/**
 * Names a state of an entry, as an `ETag` does.
 * @param state what people may change about it; what calls change by themselves, such as sums, is left out
 */
export const etagOf = (state: readonly unknown[]): string =>
  `"${hash('sha1', JSON.stringify(state), 'base64url').slice(0, LENGTH)}"`;

/** The states that a caller knows; undefined: the caller did not say. */
export type KnownStates = ReadonlySet<string> | undefined;

/**
 * Reads an `If-Match`. Quotes may be missing, and a proxy that compresses answers marks their tags as weak.
 * `*` asks for an entry in any state.
 */
export function parseIfMatch(header: string | undefined): KnownStates {
  if (header === undefined || header.trim() === '*') return undefined;
  return new Set(header.split(',').map((tag) => `"${tag.trim().replace(/^W\//, '').replace(/"/g, '')}"`));
}

/** @throws request.changed_meanwhile when an entry is not in a state that the caller knows */
export function assertKnownState(known: KnownStates, etag: string): void {
  if (known !== undefined && !known.has(etag)) throw new GatewayError('request.changed_meanwhile');
}
