import type { NamedObject } from '../../dialects/kept-object.ts';
import { lastSealIn } from '../../dialects/openai-responses/kept-responses.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { shownId } from './kept-objects.ts';

const notFound = {
  previous_response: { code: 'previous_response.not_found', param: 'previous_response_id' },
  conversation: { code: 'conversation.not_found', param: 'conversation' },
} as const satisfies Record<NamedObject['kind'], object>;

/**
 * Binds a call to the channel that keeps what it goes on from, or that alone can read what it sends back; at once where
 * it is free.
 * @throws previous_response.not_found, conversation.not_found: also where it is another user's
 */
export function bind(ctx: CallContext, needs: RelayNeeds): Promise<void> | undefined {
  const { facts, identity } = ctx;
  if (facts === null || identity === null) throw new Error('bind comes after accept');
  if (facts.named !== undefined) return bindToNamed(ctx, facts.named, needs);
  const seal = hasSeveralReaders(ctx) ? lastSealIn(ctx.body) : null;
  if (seal !== null) return bindToSeal(ctx, seal, needs);
}

async function bindToNamed(ctx: CallContext, { kind, id }: NamedObject, needs: RelayNeeds): Promise<void> {
  const { facts, snapshot } = ctx;
  if (facts === null || snapshot === null) throw new Error('bind comes after accept');
  const place = await needs.keptObjects.find(userOf(ctx), id);
  // A channel that rests now may come back; one that serves the model no more cannot go on.
  const isElsewhere =
    place !== null && !channelsOf(ctx).has(place.channelId) && snapshot.channels.has(place.channelId);
  if (place === null || isElsewhere) throw notFoundError({ kind, id });
  ctx.boundTo = place.channelId;
  facts.inputTokens += place.tokens;
  facts.likelyInputTokens += place.tokens;
}

function notFoundError({ kind, id }: NamedObject): GatewayError {
  const { code, param } = notFound[kind];
  return new GatewayError(code, { id: shownId(id), param });
}

async function bindToSeal(ctx: CallContext, seal: string, { keptObjects }: RelayNeeds): Promise<void> {
  const place = await keptObjects.find(userOf(ctx), seal);
  // Without its channel, another one may still belong to the same account.
  if (place !== null && channelsOf(ctx).has(place.channelId)) ctx.boundTo = place.channelId;
}

/** Only where accounts differ does it matter which one made a seal. */
function hasSeveralReaders(ctx: CallContext): boolean {
  const routes = routesToModel(ctx);
  return (
    routes.length > 1 &&
    routes.some(({ channel }) => channel.forms.some(({ dialect }) => dialect === openAiResponses))
  );
}

const channelsOf = (ctx: CallContext): Set<number> =>
  new Set(routesToModel(ctx).map(({ channel }) => channel.id));

function routesToModel({ snapshot, group, facts }: CallContext) {
  if (snapshot === null || group === null || facts === null) throw new Error('bind comes after accept');
  return snapshot.routesFor(group.symbol, facts.model).routes;
}

function userOf({ identity }: CallContext): number {
  if (identity === null) throw new Error('bind comes after identify');
  return identity.userId;
}
