import type { Dialect } from '../../dialects/dialect.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { BreakOff } from '../../platform/break-off.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../../platform/upstream-answer.ts';
import type { UpstreamClient } from '../../platform/upstream-client.ts';
import { formIn } from '../../providers/provider.ts';

/**
 * Makes one call to a channel, over the network or, where its provider does that, in this process.
 * @throws upstream.model_missing when the provider does not offer that; UpstreamError when no header comes
 */
export function callChannel(
  channel: RoutingChannel,
  dialect: Dialect,
  body: Buffer,
  { upstreams, breakOff }: { upstreams: UpstreamClient; breakOff: BreakOff },
): UpstreamAnswer | Promise<UpstreamAnswer> {
  const { provider } = channel;
  const form = formIn(provider, dialect);
  if (form === undefined) throw new GatewayError('upstream.model_missing');
  if (provider.answerLocally) {
    const local = provider.answerLocally({ dialect: dialect.name, body });
    breakOff.onBreak(() => local.cancel());
    return local;
  }
  return upstreams.send(
    {
      origin: channel.origin,
      path: joinPath(channel.basePath, form.path),
      method: 'POST',
      headers: channel.headers,
      body,
      allowPrivateNetwork: channel.allowPrivateNetwork,
    },
    breakOff,
  );
}

/** An address that already ends with the version, as many vendors print it, does not get it twice. */
function joinPath(basePath: string, path: string): string {
  return basePath.endsWith('/v1') && path.startsWith('/v1/') ? basePath + path.slice(3) : basePath + path;
}
