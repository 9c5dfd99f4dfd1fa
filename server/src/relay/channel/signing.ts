import type { SignedChannel } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamClient, UpstreamRequest } from '../../platform/net/upstream-client.ts';
import type { RequestSigner, Signer, TokenSigner } from '../../providers/signer.ts';
import { collectAnswer } from '../answer/collect-answer.ts';

/** A token with less time left is renewed while it is still used. */
const RENEWED_AHEAD_SECONDS = 300;
/** A token with less time left may expire on its way. */
const TOO_OLD_SECONDS = 30;
const LONGEST_FETCH_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Maximum number of accounts, each with a few KiB. */
const MAX_ACCOUNTS = 1000;

interface KnownToken {
  lines: readonly string[];
  expiresAtSeconds: number;
}

interface Account {
  token: KnownToken | null;
  /** The token that is being fetched. */
  coming: Promise<KnownToken> | null;
}

/** Network access to an upstream. A separate type, so that a request's body is not kept. */
type Way = Pick<UpstreamRequest, 'allowPrivateNetwork' | 'proxy'>;

const NO_BYTES = Buffer.alloc(0);

/**
 * Signs calls, individually or with a token. A token is fetched once per account and renewed ahead of its
 * expiry.
 */
export class Signing {
  readonly #upstreams: UpstreamClient;
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();

  constructor({ upstreams, clock }: { upstreams: UpstreamClient; clock: Clock }) {
    this.#upstreams = upstreams;
    this.#clock = clock;
  }

  /**
   * Returns header lines that sign a call.
   * @throws UpstreamError, GatewayError if there is no token
   */
  linesFor(request: UpstreamRequest, signed: SignedChannel, signer: Signer): Promise<readonly string[]> {
    return signer.kind === 'request'
      ? this.#linesOf(request, signed, signer)
      : this.#linesOfToken(
          { allowPrivateNetwork: request.allowPrivateNetwork, proxy: request.proxy ?? null },
          signed,
          signer,
        );
  }

  async #linesOf(
    { origin, path, method, body }: UpstreamRequest,
    { channel }: SignedChannel,
    signer: RequestSigner,
  ): Promise<readonly string[]> {
    if (body !== null && !(body instanceof Uint8Array))
      throw new TypeError('a body that is read in pieces is not signed');
    const headers = await signer.sign(channel, {
      ...{ method, url: origin + path, body: body ?? NO_BYTES },
      nowSeconds: this.#clock.nowSeconds(),
    });
    return Object.entries(headers).flat();
  }

  async #linesOfToken(way: Way, signed: SignedChannel, signer: TokenSigner): Promise<readonly string[]> {
    const account = this.#accountOf(signed.account);
    const { token } = account;
    const leftSeconds = token === null ? 0 : token.expiresAtSeconds - this.#clock.nowSeconds();
    if (token !== null && leftSeconds > RENEWED_AHEAD_SECONDS) return token.lines;
    account.coming ??= this.#fetch(account, { signed, signer, way });
    if (token === null || leftSeconds <= TOO_OLD_SECONDS) return (await account.coming).lines;
    // The old token is still valid; a later call tries again.
    account.coming.catch(() => {});
    return token.lines;
  }

  #accountOf(name: string): Account {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#accounts.keys();
    if (oldest !== undefined && this.#accounts.size >= MAX_ACCOUNTS) this.#accounts.delete(oldest);
    const account: Account = { token: null, coming: null };
    this.#accounts.set(name, account);
    return account;
  }

  async #fetch(
    account: Account,
    asked: { signed: SignedChannel; signer: TokenSigner; way: Way },
  ): Promise<KnownToken> {
    try {
      const { headers, expiresAtSeconds } = await asked.signer.obtain(asked.signed.channel, {
        nowSeconds: this.#clock.nowSeconds(),
        post: (url, form) => this.#post(url, form, asked.way),
      });
      account.token = { lines: Object.entries(headers).flat(), expiresAtSeconds };
      return account.token;
    } finally {
      account.coming = null;
    }
  }

  // The first caller may disconnect, but others wait for the token too.
  async #post(
    url: URL,
    form: Readonly<Record<string, string>>,
    { allowPrivateNetwork, proxy = null }: Way,
  ): Promise<{ status: number; body: string }> {
    const breakOff = new BreakOff();
    const timer = setTimeout(() => breakOff.break(), LONGEST_FETCH_MS);
    try {
      const answer = await this.#upstreams.send(
        {
          ...{ origin: url.origin, path: url.pathname + url.search, method: 'POST' },
          ...{ allowPrivateNetwork, proxy },
          headers: ['content-type', 'application/x-www-form-urlencoded', 'accept-encoding', 'identity'],
          body: Buffer.from(new URLSearchParams(form).toString()),
        },
        breakOff,
      );
      const body = await collectAnswer(answer, { maxBytes: MAX_ANSWER_BYTES, hold: null });
      return { status: answer.status, body: body.toString('utf8') };
    } finally {
      clearTimeout(timer);
    }
  }
}
