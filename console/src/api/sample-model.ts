import { useQuery } from '@tanstack/react-query';
import { coversModel, type modelCalls, type OutputOf } from '@turnpike/contract';
import { availableModelsQuery } from './available-model.ts';
import { useVisitor } from './self.ts';

type AvailableModels = OutputOf<typeof modelCalls.available>;

/** The limits of the key that a sample calls with. */
export interface SampleKey {
  allowed_models: readonly string[];
  /** Symbols; empty: the group of the account, and no spare groups. */
  group: string;
  spare_groups: readonly string[];
}

interface SampleWish {
  key?: SampleKey | undefined;
  /** Symbol of the account's group; absent for a visitor, who may use any. */
  ownGroup?: string | undefined;
  /** Models that could not be called lately. */
  failing?: ReadonlySet<string> | undefined;
  /** Used when it can be called. */
  preferred?: string | undefined;
}

/** Shown on a site that has no model. */
const UNKNOWN_SITE_MODEL = 'gpt-4o-mini';

/** Names that are plainly not for chat, or that answer chat with something else than an answer. */
const notForChat =
  /embed|bge-|rerank|moderation|guard|whisper|voxtral|transcri|tts|speech|orpheus|voice|dall-e|image|imagen|banana|flux|^sd3|recraft|sora|veo-|video|-[irt]2v|ocr|^parse-|realtime|-live|native-audio|babbage|davinci|turbo-instruct/i;

/**
 * The model that sample calls name: the cheapest for chat of those that the key may use.
 * @param models as the server lists them; undefined until they are known
 */
export function sampleModel(models: AvailableModels | undefined, wish: SampleWish = {}): string {
  const { key, preferred } = wish;
  return (
    callableModel(models, wish) ?? (preferred || firstAllowed(key?.allowed_models) || UNKNOWN_SITE_MODEL)
  );
}

/** As `sampleModel`. @returns undefined where no model can be called */
export function callableModel(models: AvailableModels = {}, wish: SampleWish = {}): string | undefined {
  const open = callableModels(models, wish);
  return (
    open.find((name) => name === wish.preferred) ??
    open.find((name) => !wish.failing?.has(name) && !notForChat.test(name)) ??
    open[0]
  );
}

/** Models that the key may use: those for chat first, and the cheapest of them first. */
export function callableModels(models: AvailableModels = {}, { key, ownGroup }: SampleWish = {}): string[] {
  const allowed = key?.allowed_models ?? [];
  const groups = [key?.group || ownGroup, ...(key?.spare_groups ?? [])].filter(Boolean);
  const open = Object.entries(models)
    .filter(([, model]) => groups.length === 0 || model.groups.some((group) => groups.includes(group)))
    .flatMap(([name, { price }]) =>
      namesOf(name, allowed).map((each) => ({ name: each, cost: costOf(price) })),
    )
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  const isForChat = (name: string) => !notForChat.test(name);
  return [...open.filter(isForChat), ...open.filter((name) => !isForChat(name))];
}

/** Names to call of a listed one, which may be a pattern; those of a pattern are known from the key alone. */
function namesOf(listed: string, allowed: readonly string[]): readonly string[] {
  if (listed.endsWith('*')) return allowed.filter((name) => !name.endsWith('*') && coversModel(listed, name));
  return allowed.length === 0 || allowed.some((pattern) => coversModel(pattern, listed)) ? [listed] : [];
}

const firstAllowed = (allowed: readonly string[] = []): string | undefined =>
  allowed.find((name) => !name.endsWith('*')) ?? allowed[0];

/** Points of a call with 500 tokens in and out. */
const costOf = ({ type, input, output }: AvailableModels[string]['price']): number =>
  type === 'times' ? input * 1000 : (input + output) * 500;

/** The model that sample calls name for the reader. */
export function useSampleModel(wish: Omit<SampleWish, 'ownGroup'> = {}): string {
  const models = useQuery(availableModelsQuery).data;
  const ownGroup = useVisitor().data?.group;
  return sampleModel(models, { ...wish, ownGroup });
}

/** The models that a key of the reader may use; the sample's alone while none is known. */
export function useKeyModels(key: SampleKey): string[] {
  const models = useQuery(availableModelsQuery).data;
  const ownGroup = useVisitor().data?.group;
  const callable = callableModels(models, { key, ownGroup });
  return callable.length > 0 ? callable : [sampleModel(models, { key, ownGroup })];
}
