import { hash } from 'node:crypto';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { Part, Turn } from './conversation.ts';

/**
 * Hashes of what the caller and the tools had said before each answer since the user's last words. Two conversations
 * that differ in any of it differ in them; what the model said is left out, because clients write it anew.
 */
export class SaidBefore {
  /** Before the answer to this request. */
  readonly all: string;
  readonly #before = new Map<Turn, string>();

  constructor(turns: readonly Turn[], texts: LongTexts) {
    const lastWords = lastWordsOf(turns);
    let said: string[] = [];
    turns.forEach((turn, at) => {
      if (turn.role !== 'assistant')
        for (const part of turn.parts) said.push(`${turn.role} ${saidBy(part, texts)}`);
      else if (at > lastWords) {
        // Linear, however many answers there are: each hash goes on from the one before it.
        if (said.length !== 1 || this.#before.size === 0) said = [hashOf(said)];
        this.#before.set(turn, said[0] as string);
      }
    });
    this.all = said.length === 1 && this.#before.size > 0 ? (said[0] as string) : hashOf(said);
  }

  /** @param answer a turn of the model since the user's last words */
  before(answer: Turn): string {
    return this.#before.get(answer) ?? '';
  }
}

/** Place of the last turn in which the user says more than results of calls; -1 where there is none. */
export const lastWordsOf = (turns: readonly Turn[]): number =>
  turns.findLastIndex(({ role, parts }) => role === 'user' && parts.some(({ kind }) => kind !== 'result'));

const hashOf = (said: readonly string[]): string => hash('sha256', JSON.stringify(said), 'base64url');

function saidBy(part: Part, texts: LongTexts): string {
  switch (part.kind) {
    case 'text':
      return texts.withHashes(part.text);
    case 'result':
      return part.parts.map((one) => saidBy(one, texts)).join(' ');
    case 'media':
      return `${part.media} ${part.source.kind === 'bytes' ? texts.bytesOf(part.source.data) : ''}`;
    default:
      return '';
  }
}
