import type { Dialect } from '../../dialects/dialect.ts';
import { idIn, type NamedItem, toldName } from '../../dialects/kept-object.ts';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { joined } from '../../platform/memory/pieces.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { itemNotFound } from './kept-objects.ts';

/** Limits on the work of one request: answers read, and bytes parsed and written. No model reads more. */
const MAX_ANSWERS = 1_000;
const MAX_BYTES = 8 * 2 ** 20;

/** A scanned request that may name items. */
export interface NamingRequest {
  dialect: Pick<Dialect, 'namedItems'>;
  scan: Pick<JsonScanner, 'noticed'>;
  body: Buffer;
}

/**
 * @returns the parsed request with the items it names by id; null if it has no ids
 * @throws request.duplicate_member if a parser might read another id than this one; request.too_large
 */
export async function findNamedItems({
  dialect: { namedItems },
  scan: { noticed },
  body,
}: NamingRequest): Promise<{ tree: Json | null; texts: LongTexts; named: NamedItem[] } | null> {
  if (namedItems === undefined || !namedItems.members.some((name) => noticed.has(name))) return null;
  const texts = new LongTexts();
  const tree = objectOf(await texts.parseInTurns(body));
  for (const name of namedItems.single)
    if ((noticed.get(name) ?? 0) !== countOf(tree, name)) throw new GatewayError('request.duplicate_member');
  const named = namedItems.find(tree?.[namedItems.of]);
  return { tree, texts, named: named.map((one) => ({ ...one, id: idIn(one.id, texts) })) };
}

/**
 * Inserts items that the gateway wrote and that a request names only by id; records the items that a vendor
 * would look up. An id in the gateway's format may be a vendor's, if the vendor is another gateway of this
 * kind.
 * @returns the body, unchanged if no items are inserted
 * @throws item.not_found; token.model_not_allowed if the item was made by a model that the key may not use;
 * as `findNamedItems`
 */
export async function restoreItems(
  call: IdentifiedCall,
  scan: JsonScanner,
  deps: Pick<RelayDeps, 'keptAnswers' | 'keptObjects' | 'bodyLimitBytes'>,
): Promise<Buffer> {
  const { dialect, body } = call;
  const found = await findNamedItems({ dialect, scan, body });
  if (found === null) return body;
  const { tree, texts, named } = found;
  const own = named.filter(({ answer }) => answer !== null);
  const restored = await putIn(call, { input: listOf(tree?.input), own }, deps);
  call.namedItems = named.filter((item) => !restored.has(item));
  if (restored.size === 0) return body;
  const whole = await joined(texts.writeApart(tree));
  if (whole.length > deps.bodyLimitBytes) throw new GatewayError('request.too_large');
  return whole;
}

/**
 * Inserts the stored items. A short request may name long items many times, so the size is checked before the
 * insertion.
 * @returns the items that were found
 * @throws item.not_found for an unknown item that the call requires
 */
async function putIn(
  call: IdentifiedCall,
  { input, own }: { input: unknown[]; own: readonly NamedItem[] },
  { keptAnswers, keptObjects }: Pick<RelayDeps, 'keptAnswers' | 'keptObjects'>,
): Promise<ReadonlySet<NamedItem>> {
  const { identity, bodyHold } = call;
  let leftBytes = MAX_BYTES;
  const take = (bytes: number): void => {
    leftBytes -= bytes;
    if (leftBytes < 0) throw new GatewayError('request.too_large');
    bodyHold?.take(bytes);
  };
  const isKnown = async (id: string): Promise<boolean> =>
    (await keptObjects.find(identity.userId, id)) !== null ||
    (await keptObjects.find(identity.userId, toldName(id))) !== null;
  const answers = new Map<string, Map<string, { item: unknown; bytes: number }>>();
  const restored = new Set<NamedItem>();
  for (const item of own) {
    const { answer, id, place, isSpare } = item;
    if (answer === null) continue;
    if (!answers.has(answer)) {
      if (answers.size >= MAX_ANSWERS) throw new GatewayError('request.too_large');
      const kept = await keptAnswers.find(identity.userId, answer);
      if (kept !== null && kept.model !== '') assertMayUseModel(identity.rights, kept.model);
      take(kept?.length ?? 0);
      answers.set(answer, byId(kept?.items ?? []));
    }
    const found = answers.get(answer)?.get(id);
    if (found !== undefined) {
      take(found.bytes);
      input[place] = found.item;
      restored.add(item);
    } else if (!isSpare && !(await isKnown(id))) throw itemNotFound(id, 'input');
  }
  return restored;
}

const byId = (items: readonly unknown[]): Map<string, { item: unknown; bytes: number }> =>
  new Map(
    items.map((item) => [
      textOf(objectOf(item)?.id),
      { item, bytes: Buffer.byteLength(JSON.stringify(item)) },
    ]),
  );

/**
 * Removes the ids of items that the call does not require.
 * @returns its body
 */
export async function leaveOutIds(
  { dialect: { namedItems }, body }: IdentifiedCall,
  items: readonly NamedItem[],
): Promise<Buffer> {
  const texts = new LongTexts();
  const tree = objectOf(await texts.parseInTurns(body));
  const list = listOf(tree?.[namedItems?.of ?? '']);
  for (const { place } of items) {
    const item = objectOf(list[place]);
    if (item !== null) namedItems?.leaveOutId?.(item);
  }
  return joined(texts.writeApart(tree));
}

function countOf(value: unknown, name: string): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countOf(one, name), 0);
  const object = objectOf(value);
  if (object === null) return 0;
  return Object.entries(object).reduce(
    (sum, [member, one]) => sum + (member === name ? 1 : 0) + countOf(one, name),
    0,
  );
}
