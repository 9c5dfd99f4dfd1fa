import type { Conversation, Turn } from '../../dialects/neutral/conversation.ts';
import { SaidBefore } from '../../dialects/neutral/said-before.ts';
import { restoreSeals, type SealedTurn } from '../../dialects/neutral/sealed-turn.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import type { LongTexts } from '../../platform/long-texts.ts';
import type { RoutedCall } from '../call-context.ts';
import type { KeptThinking, ThinkingPlace } from '../kept-thinking.ts';

export interface RestoredThinking {
  isRestored: boolean;
  /** Keeps what the answer seals; undefined where it can call no tool. */
  keep: ((turn: SealedTurn) => void) | undefined;
}

/** Puts the thinking back that a client has dropped: into the same key's same conversation, by the same account. */
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

/** A function of its own, so that it does not hold the conversation as long as the answer takes. */
const keeperOf =
  (kept: KeptThinking, place: ThinkingPlace) =>
  (turn: SealedTurn): void =>
    kept.note(place, turn);
