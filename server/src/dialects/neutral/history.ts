import { type CallPart, type Part, type ResultPart, type Turn, textPart } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';
import { invalid } from './members.ts';

/**
 * Turns in the form that most vendors accept. Neighbours of one role are one turn, and no turn is empty. The results of
 * calls stand first in the next turn, in the order of the calls. A call without a result, a result without a call and
 * a second result of a call are refused here, because vendors refuse them without naming the part.
 * @throws request.invalid
 */
export function groupResults(turns: readonly Turn[]): Turn[] {
  const merged = bringResults(mergeNeighbours(turns));
  const grouped: Turn[] = [];
  for (let i = 0; i < merged.length; i += 1) {
    const turn = merged[i] as Turn;
    const calls = turn.role === 'assistant' ? turn.parts.filter((part) => part.kind === 'call') : [];
    const results = turn.role === 'user' ? turn.parts.filter((part) => part.kind === 'result') : [];
    if (results.length > 0) {
      const before = grouped.at(-1);
      grouped.push({ ...turn, parts: [...inOrder(results, callsOf(before)), ...withoutResults(turn.parts)] });
      continue;
    }
    grouped.push(turn);
    const next = merged[i + 1];
    // The last turn may end with calls: an answer that is gone on with.
    if (calls.length > 0 && next !== undefined && !next.parts.some((part) => part.kind === 'result'))
      throw invalid('messages', 'call_without_result');
  }
  return grouped;
}

/**
 * Results that come later than in the turn after their calls are brought there: some dialects only want each call to have
 * one somewhere behind it.
 */
function bringResults(turns: Turn[]): Turn[] {
  const brought: Turn[] = [];
  /** By the id of a call, the turn behind it, which is empty until something is brought there. */
  const behind = new Map<string, Turn>();
  for (const turn of turns) {
    const calls = callsOf(turn);
    const isLate = (part: Part): boolean => {
      const place = part.kind === 'result' ? behind.get(part.callId) : undefined;
      if (place === undefined || place === brought.at(-1)) return false;
      place.parts.push(part);
      return true;
    };
    const parts =
      turn.role === 'user' && behind.size > 0 ? turn.parts.filter((part) => !isLate(part)) : turn.parts;
    for (const part of parts) if (part.kind === 'result') behind.delete(part.callId);
    brought.push({ ...turn, parts });
    if (calls.length === 0) continue;
    const place: Turn = { role: 'user', name: '', parts: [] };
    for (const { id } of calls) behind.set(id, place);
    brought.push(place);
  }
  return mergeNeighbours(brought);
}

/** Turns whose results follow their calls, with an id for each call that no call before it has. */
export function withOwnCallIds(turns: readonly Turn[]): Turn[] {
  const taken = new Set<string>();
  let count = 1;
  /** By the ids of the calls whose results come next. */
  let ids = new Map<string, string>();
  const ownId = (given: string): string => {
    let id = given;
    while (taken.has(id)) {
      count += 1;
      id = `${given}_${count}`;
    }
    taken.add(id);
    ids.set(given, id);
    return id;
  };
  return turns.map((turn) => {
    if (turn.role === 'assistant') ids = new Map();
    else if (ids.size === 0) return turn;
    const parts = turn.parts.map((part): Part => {
      if (part.kind === 'call') return { ...part, id: ownId(part.id) };
      return part.kind === 'result' ? { ...part, callId: ids.get(part.callId) ?? part.callId } : part;
    });
    return { ...turn, parts };
  });
}

const callsOf = (turn: Turn | undefined): CallPart[] =>
  turn?.role === 'assistant' ? turn.parts.filter((part) => part.kind === 'call') : [];

const withoutResults = (parts: readonly Part[]): Part[] => parts.filter((part) => part.kind !== 'result');

function inOrder(results: readonly ResultPart[], calls: readonly CallPart[]): ResultPart[] {
  const byId = new Map(results.map((result) => [result.callId, result]));
  if (byId.size < results.length) throw invalid('messages', 'result_comes_twice');
  const ordered = calls.map((call) => {
    const result = byId.get(call.id);
    if (result === undefined) throw invalid('messages', 'call_without_result');
    byId.delete(call.id);
    return result.name === '' ? { ...result, name: call.name } : result;
  });
  if (byId.size > 0) throw invalid('messages', 'result_without_call');
  return ordered;
}

/** Neighbours of one role, but for system turns: each of them is kept as it is. Empty turns are left out. */
export function mergeNeighbours(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const turn of turns) {
    const parts = turn.parts.filter((part) => part.kind !== 'text' || part.text !== '' || part.mark !== null);
    if (parts.length === 0) continue;
    const before = merged.at(-1);
    // `parts` is a list of this function's own.
    if (before?.role === turn.role && turn.role !== 'system' && before.name === turn.name)
      for (const part of parts) before.parts.push(part);
    else merged.push({ ...turn, parts });
  }
  return merged;
}

/**
 * Whether the last user turn of a conversation would be lost: the target would continue the assistant's text before it,
 * or receive nothing but instructions.
 */
export function losesLastWords(
  turns: readonly Turn[],
  written: readonly { role: Turn['role'] }[],
  { hasSystem }: { hasSystem: boolean },
): boolean {
  const last = written.at(-1)?.role;
  return turns.at(-1)?.role !== 'assistant' && (last === 'assistant' || (last === undefined && hasSystem));
}

export const LOST_WORDS = 'a last turn of which the target takes nothing';

/** Turns as they are written, behind them a point of the user where the last words are lost. */
export function withLastWords(
  written: readonly Turn[],
  asked: readonly Turn[],
  { hasSystem, report }: { hasSystem: boolean; report: ConversionReport },
): Turn[] {
  if (!losesLastWords(asked, written, { hasSystem })) return [...written];
  report.note('approximated', 'messages.content', LOST_WORDS);
  return [...written, { role: 'user', name: '', parts: [textPart(NO_WORDS)] }];
}

/** Only white space, which for vendors includes control characters. */
export const isBlank = (text: string): boolean => /^[\s\p{Cc}]*$/u.test(text);

/** Text for a target that requires one where there is none. */
export const NO_WORDS = '.';

/** Turns without the parts that a target cannot say; where nothing of one is left, its neighbours are one turn. */
export const keepParts = (
  turns: readonly Turn[],
  isKept: (part: Part, turn: Turn, at: number) => boolean,
): Turn[] =>
  mergeNeighbours(
    turns.map((turn, at) => ({ ...turn, parts: turn.parts.filter((part) => isKept(part, turn, at)) })),
  );

/** @throws request.invalid naming the member of the turns, where they say nothing: vendors refuse that in ways of their own */
export function assertSaid(turns: readonly Turn[], field: string): void {
  const isSaid = (part: Part): boolean => part.kind !== 'text' || part.text !== '';
  if (!turns.some(({ parts }) => parts.some(isSaid))) throw invalid(field, 'required');
}

/**
 * System turns at the beginning, for dialects that take the system apart; a later one is said by the user, where it
 * stood. Names of speakers are left out.
 */
export function splitSystem(
  turns: readonly Turn[],
  report: ConversionReport,
): { system: Part[]; turns: Turn[] } {
  const first = turns.findIndex(({ role }) => role !== 'system');
  const leading = first === -1 ? turns.slice(0, -1) : turns.slice(0, first);
  const rest = (first === -1 ? turns.slice(-1) : turns.slice(first)).map((turn): Turn => {
    if (turn.role !== 'system') return turn;
    report.note('approximated', 'messages.system', 'said by the user where it stood');
    return { ...turn, role: 'user' };
  });
  for (const { name } of turns) if (name !== '') report.note('dropped', 'messages.name');
  const unnamed = rest.map((turn) => ({ ...turn, name: '' }));
  return { system: leading.flatMap(({ parts }) => parts), turns: mergeNeighbours(unnamed) };
}

/** Place of the user's last words that are no results: behind them vendors want the model's thinking back. */
export const beginOfCurrentTurn = (turns: readonly Turn[]): number =>
  turns.findLastIndex(({ role, parts }) => role === 'user' && !parts.some(({ kind }) => kind === 'result'));
