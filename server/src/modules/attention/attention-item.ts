import {
  type AttentionItem,
  type AttentionKind,
  type AttentionSubject,
  COUNTED_SUBJECTS,
  NAMED_SUBJECTS,
} from '@turnpike/contract';

const noSubject: AttentionSubject = { id: 0, name: '', code: '', calls: 0, failures: 0, rest_seconds: 0 };

interface Found extends Partial<Omit<AttentionItem, 'kind' | 'subjects'>> {
  subjects?: readonly Partial<AttentionSubject>[];
}

/** @returns no item where nothing was found; the count is that of the subjects unless it is given */
export function toItems(kind: AttentionKind, { subjects = [], ...found }: Found): AttentionItem[] {
  const count = Math.min(COUNTED_SUBJECTS, found.count ?? subjects.length);
  if (count === 0) return [];
  const named = subjects.slice(0, NAMED_SUBJECTS).map((subject) => ({ ...noSubject, ...subject }));
  return [{ kind, since: null, points: 0, usual: 0, ...found, count, subjects: named }];
}

/** The first of some times; null where none is known. */
export function firstOf(times: readonly number[]): number | null {
  const known = times.filter((time) => time > 0);
  return known.length === 0 ? null : Math.min(...known);
}
