import type { Conversation, Turn } from '../../dialects/neutral/conversation.ts';
import { SaidBefore } from '../../dialects/neutral/said-before.ts';
import { restoreSeals, type SealedTurn } from '../../dialects/neutral/sealed-turn.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { KeptThinking, ThinkingPlace } from '../kept/kept-thinking.ts';

export interface RestoredThinking {
  isRestored: boolean;
  /** Stores the seals of the answer; undefined if it cannot call tools. */
  keep: ((turn: SealedTurn) => void) | undefined;
}

/** Restores the thinking that a client has dropped, for the same key, conversation and account. */
export function restoreThinking(
  { identity, route, form }: RoutedCall,
  { talk, texts }: { talk: Conversation; texts: LongTexts },
  kept: KeptThinking,
): RestoredThinking {
  const hasTools = talk.tools.length > 0;
  if (!hasTools && !talk.turns.at(-1)?.parts.some(({ kind }) => kind === 'result'))
    return { isRestored: false, keep: undefined };
  const { channel, upstreamModel } = route;
  const { tokenId } = identity;
  const place = { ...placeOf(channel), tokenId, upstreamModel, dialect: form.dialect.name };
  const said = new SaidBefore(talk.turns, texts);
  const find = (callId: string, answer: Turn): SealedTurn | undefined =>
    kept.find({ ...place, said: said.before(answer) }, callId);
  const isRestored = restoreSeals(talk, find);
  return { isRestored, keep: hasTools ? keeperOf(kept, { ...place, said: said.all }) : undefined };
}

/** A separate function, so that its closure does not keep the conversation alive until the answer ends. */
const keeperOf =
  (kept: KeptThinking, place: ThinkingPlace) =>
  (turn: SealedTurn): void =>
    kept.note(place, turn);
