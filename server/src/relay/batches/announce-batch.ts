import { parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import { VendorError } from '../answer/read-failure.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { ObjectAction } from '../kept/object-actions.ts';
import { askKeeper } from '../objects/ask-keeper.ts';
import type { KeepingChannel } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { ReadyBatch } from './batch-call.ts';
import type { AnnouncedBatch } from './batches.ts';

const FIRST_LOOK_SECONDS = 60;
const CANCEL: ObjectAction = { class: 'batches', method: 'POST', path: '/batches/:id/cancel' };

/** An object that is recorded before its vendor is asked to create it. */
export interface Announcement {
  /** @param json the vendor's answer @throws upstream.broken_answer, gateway.unavailable */
  made(json: Buffer): Promise<void>;
  /** Called when the request failed after the announcement. */
  failed(error: GatewayError): Promise<void>;
}

/** Sets aside the maximum cost of a batch and records it. @throws gateway.unavailable */
export async function announceBatch(
  call: QuotedCall,
  { channel, ready }: { channel: KeepingChannel; ready: ReadyBatch },
  deps: RelayDeps,
): Promise<Announcement> {
  const { batches, clock } = deps;
  const dueAt = clock.nowSeconds() + FIRST_LOOK_SECONDS;
  const { userId } = call.identity;
  const batch = { userId, ...placeOf(channel), dueAt, terms: ready.terms };
  const announced = await batches.announce(batch, ready);
  ready.counts = null;
  return {
    made: (json) => nameBatch(call, { channel, json, announced }, deps),
    async failed({ cause }) {
      // After any other failure, the vendor may have started the batch; a later check finds out.
      if (cause instanceof VendorError && cause.isRefusal) await batches.withdraw(announced).catch(() => {});
    },
  };
}

/**
 * Stores the vendor's id of the batch. If that fails, cancels the batch at the vendor; a later check finds it
 * by its file.
 */
async function nameBatch(
  call: QuotedCall,
  { channel, json, announced }: { channel: KeepingChannel; json: Buffer; announced: AnnouncedBatch },
  deps: RelayDeps,
): Promise<void> {
  const name = textOf(parseObject(json.toString('utf8'))?.id);
  if (name === '') throw new GatewayError('upstream.broken_answer');
  try {
    await deps.batches.begin(announced, name);
  } catch (cause) {
    const path = `/batches/${encodeURIComponent(name)}/cancel`;
    const request = { action: CANCEL, path, body: null, id: name, place: placeOf(channel) };
    await askKeeper(call, channel, request, deps, new BreakOff()).then(
      (answer) => answer.cancel(),
      () => {},
    );
    throw new GatewayError('gateway.unavailable', {}, { cause });
  }
}
