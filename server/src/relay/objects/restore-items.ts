import type { Dialect } from '../../dialects/dialect.ts';
import type { NamedItem } from '../../dialects/kept-object.ts';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json-scanner.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import { joined } from '../../platform/pieces.ts';
import type { IdentifiedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { itemNotFound } from './kept-objects.ts';

/** Bounds the work of one request. */
const MAX_ANSWERS = 1_000;
const NO_ITEMS = '[]';

/** A scanned request that may name items. */
export interface NamingRequest {
  dialect: Pick<Dialect, 'namedItems'>;
  scan: Pick<JsonScanner, 'noticed'>;
  body: Buffer;
}

/**
 * @returns the parsed request with the items that it names by their ids; null where it has no ids
 * @throws request.duplicate_member where a parser may read another id than this one; request.too_large
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
  return { tree, texts, named: namedItems.find(tree?.[namedItems.of]) };
}

/**
 * Puts items that the gateway wrote, and that a request names by their ids alone, into its body; notes the ids of those
 * that a vendor would look up.
 * @returns the body, as it came where nothing is put in
 * @throws item.not_found; as `findNamedItems`
 */
export async function restoreItems(
  call: IdentifiedCall,
  scan: JsonScanner,
  needs: Pick<RelayNeeds, 'keptAnswers' | 'bodyLimitBytes'>,
): Promise<Buffer> {
  const { dialect, body } = call;
  const found = await findNamedItems({ dialect, scan, body });
  if (found === null) return body;
  const { tree, texts, named } = found;
  call.namedItems = named.filter(({ answer }) => answer === null).map(({ id }) => id);
  const own = named.filter(({ answer }) => answer !== null);
  if (own.length === 0 || !(await putIn(call, { input: listOf(tree?.input), own }, needs))) return body;
  const restored = await joined(texts.writeApart(tree));
  if (restored.length > needs.bodyLimitBytes) throw new GatewayError('request.too_large');
  return restored;
}

/** @returns whether anything was found */
async function putIn(
  { identity, bodyHold }: IdentifiedCall,
  { input, own }: { input: unknown[]; own: readonly NamedItem[] },
  { keptAnswers }: Pick<RelayNeeds, 'keptAnswers'>,
): Promise<boolean> {
  const answers = new Map<string, unknown[]>();
  let isAnyFound = false;
  for (const { answer, id, place, isBare } of own) {
    if (answer === null) continue;
    if (!answers.has(answer)) {
      if (answers.size >= MAX_ANSWERS) throw new GatewayError('request.too_large');
      const items = (await keptAnswers.find(identity.userId, answer)) ?? NO_ITEMS;
      bodyHold?.take(items.length);
      answers.set(answer, listOf(JSON.parse(items)));
    }
    const item = answers.get(answer)?.find((one) => textOf(objectOf(one)?.id) === id);
    if (item !== undefined) {
      input[place] = item;
      isAnyFound = true;
    } else if (isBare) throw itemNotFound(id, 'input');
  }
  return isAnyFound;
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
