import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import { GatewayError } from '../../platform/gateway-error.ts';
import { AddressError, type GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { isPrivateHost } from '../../platform/net/private-network.ts';
import type { Options } from '../option/options.ts';
import { noAnswer, PROVIDER_LIMITS, toProviderError } from './ask-provider.ts';
import type { ProviderDeps } from './sign-in-provider.ts';

const FRESH_MS = 10 * 60_000;
const CLOCK_TOLERANCE_SECONDS = 60;

/** This site as the provider knows it. */
export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The issuer may be in a private network. */
  allowPrivateNetwork: boolean;
}

interface Discovered {
  optionsVersion: number;
  untilMs: number;
  configuration: Promise<Configuration>;
}

/**
 * Makes a function that asks one provider to describe itself.
 * @throws oauth.issuer_differs, oauth.no_answer, oauth.private_network
 */
export function createDiscovery(clientOf: (options: Options) => OidcClient) {
  /** The last one of each site, with the provider's keys. */
  const discovered = new WeakMap<Options, Discovered>();
  return (deps: ProviderDeps): Promise<Configuration> => {
    const { options, clock } = deps;
    const known = discovered.get(options);
    const nowMs = clock.monotonicMs();
    if (known?.optionsVersion === options.version && nowMs < known.untilMs) return known.configuration;
    const configuration = discover(deps, clientOf(options));
    discovered.set(options, { optionsVersion: options.version, untilMs: nowMs + FRESH_MS, configuration });
    // A failure is not kept.
    configuration.catch(() => discovered.delete(options));
    return configuration;
  };
}

async function discover(
  { guardedFetch }: ProviderDeps,
  { issuer: expected, clientId, clientSecret, allowPrivateNetwork }: OidcClient,
): Promise<Configuration> {
  const client = await import('openid-client');
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const post = client.ClientSecretPost(clientSecret);
  const basic = client.ClientSecretBasic(clientSecret);
  const authentication: ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
      server,
      ...rest,
    );
  let configuration: Configuration;
  let mayBePlain = false;
  try {
    const issuer = new URL(expected);
    // Without TLS, another server could answer for a public issuer. The fetch decides about private ones.
    mayBePlain = isPrivateHost(issuer.hostname);
    configuration = await client.discovery(issuer, clientId, metadata, authentication, {
      [client.customFetch]: toFetch({ guardedFetch, allowPrivateNetwork }),
      execute: [client.enableNonRepudiationChecks, ...(mayBePlain ? [client.allowInsecureRequests] : [])],
    });
  } catch (error) {
    throw toRefusal(error, expected);
  }
  const server = configuration.serverMetadata();
  const { issuer: reported } = server;
  if (reported !== expected) throw new GatewayError('oauth.issuer_differs', { expected, reported });
  for (const [name, isRequired] of endpoints) {
    const address: unknown = server[name];
    const isAbsent = address === undefined && !isRequired;
    if (!isAbsent && !isEndpoint(address, mayBePlain)) throw noAnswer(`no usable ${name}`);
  }
  return configuration;
}

/** The addresses of a discovery document that are used, and whether a sign-in needs them. */
const endpoints = [
  ['authorization_endpoint', true],
  ['token_endpoint', true],
  ['jwks_uri', true],
  ['userinfo_endpoint', false],
] as const;

/** Source: RFC 6749, section 3.1. */
function isEndpoint(address: unknown, mayBePlain: boolean): boolean {
  if (typeof address !== 'string' || address.includes('#')) return false;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain && isPrivateHost(url.hostname));
}

/** The library's way out. A redirect is not followed, as it would be an address that nobody gave. */
const toFetch =
  ({ guardedFetch, allowPrivateNetwork }: { guardedFetch: GuardedFetch; allowPrivateNetwork: boolean }) =>
  async (url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> => {
    const { status, bytes, contentType } = await guardedFetch(url, {
      ...PROVIDER_LIMITS,
      signal: signal ?? AbortSignal.timeout(PROVIDER_LIMITS.timeoutMs),
      allowPrivateNetwork,
      request: {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body === undefined || body === null ? undefined : String(body),
      },
    });
    const content = bytes.length === 0 ? null : new Uint8Array(bytes);
    return new Response(content, { status, headers: { 'content-type': contentType } });
  };

type Reported = { issuer?: unknown; iss?: unknown } | undefined;

/** Source: RFC 6749, section 5.2. */
const refusals = {
  invalid_grant: 'oauth.code_refused',
  invalid_client: 'oauth.misconfigured',
  unauthorized_client: 'oauth.misconfigured',
  access_denied: 'oauth.not_permitted',
} as const;

/**
 * Whatever the library throws, as an error of the catalogue.
 * @param expected the issuer in the settings
 */
export function toRefusal(error: unknown, expected: string): unknown {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof GatewayError || cause instanceof AddressError);
  if (known !== undefined) return toProviderError(known);
  for (const cause of causes) {
    const { error: refusal, attribute, claim, body, claims } = cause as Record<string, unknown>;
    if (typeof refusal === 'string' && Object.hasOwn(refusals, refusal))
      return new GatewayError(refusals[refusal as keyof typeof refusals], {}, { cause: error });
    if (attribute === 'issuer' || claim === 'iss') {
      const reported = (body as Reported)?.issuer ?? (claims as Reported)?.iss;
      return new GatewayError(
        'oauth.issuer_differs',
        { expected, reported: String(reported).slice(0, 200) },
        { cause: error },
      );
    }
  }
  return noAnswer('the library refused the answer', error);
}

/** An error and its causes, which are objects of the library at the end. */
function causesOf(error: unknown): object[] {
  const causes: object[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && causes.length < 10) {
    causes.push(next);
    next = (next as { cause?: unknown }).cause;
  }
  return causes;
}
