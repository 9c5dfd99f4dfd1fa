import { assertPublicHost, PrivateAddressError, publicOnlyLookup } from './private-network.ts';

/** Why an address could not be read. */
export type AddressFault = 'unreachable' | 'too_large' | 'private_network';

export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly fault: AddressFault;

  constructor(fault: AddressFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

export interface AddressLimits {
  limitBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Reads the text at an http(s) address.
 * @throws AddressError
 */
export type ReadAddress = (url: string, limits: AddressLimits) => Promise<string>;

const MAX_REDIRECTS = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Makes a reader; the hosts that an address redirects to are judged as the first is. Names resolve to public
 * addresses only.
 * @param assertHost throws PrivateAddressError for a host that is not read
 */
export const createAddressReader =
  (assertHost: (hostname: string) => void): ReadAddress =>
  (url, limits) =>
    readGuarded(url, limits, assertHost);

export const readPublicAddress = createAddressReader(assertPublicHost);

async function readGuarded(
  url: string,
  { limitBytes, timeoutMs, signal }: AddressLimits,
  assertHost: (hostname: string) => void,
): Promise<string> {
  // Addresses are read once a month: neither the module nor a connection is kept ready for them.
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: { lookup: publicOnlyLookup }, maxHeaderSize: 32_768 });
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    let address = new URL(url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      if (!/^https?:$/.test(address.protocol)) throw new AddressError('unreachable');
      assertHost(address.hostname);
      const answer = await request(address, { dispatcher, signal: either });
      const { location } = answer.headers;
      if (redirects.has(answer.statusCode) && typeof location === 'string') {
        await answer.body.dump();
        address = new URL(location, address);
        continue;
      }
      if (answer.statusCode !== 200) throw new AddressError('unreachable', `status ${answer.statusCode}`);
      return await readText(answer.body, limitBytes);
    }
    throw new AddressError('unreachable', 'too many redirects');
  } catch (error) {
    if (error instanceof AddressError) throw error;
    throw new AddressError(isPrivate(error) ? 'private_network' : 'unreachable', error);
  } finally {
    await dispatcher.destroy();
  }
}

async function readText(body: AsyncIterable<Buffer>, limitBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > limitBytes) throw new AddressError('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const isPrivate = (error: unknown): boolean =>
  error instanceof PrivateAddressError || (error as Error).cause instanceof PrivateAddressError;
