import type { PlacedCall } from '../../modules/routing/request-places.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import { keepingChannel, sendRaw } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { KeptBatch } from './batch-terms.ts';

/** Asks the account that has a batch. @throws if the account that has it cannot be called now */
export function askForBatch(
  { channelId, keyId, terms, userId }: KeptBatch,
  path: string,
  { upstreams, routing }: Pick<RelayDeps, 'upstreams' | 'routing'>,
  breakOff = new BreakOff(),
): Promise<UpstreamAnswer> {
  const channel = keepingChannel(routing.current.channelAt({ channelId, keyId }));
  if (channel === null) return Promise.reject(new Error('the channel of a batch is not there'));
  const { requestId, username, tokenName, model, groupName } = terms;
  const call: PlacedCall = {
    requestId,
    identity: { userId, username, tokenName },
    payingGroup: { symbol: groupName },
    facts: { model },
  };
  return sendRaw(
    { channel, method: 'GET', path, body: null, headers: {} },
    { call, breakOff },
    { upstreams },
  );
}
