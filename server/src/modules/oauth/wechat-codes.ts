import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { clientNetwork } from '../../platform/net/client-network.ts';
import { AttemptLimiter } from '../attempt-limiter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { askProvider, noAnswer, subjectFrom, textOf } from './ask-provider.ts';
import type { ProviderAccountFacts } from './sign-in-provider.ts';

type Deps = Pick<ModuleDeps, 'options' | 'guardedFetch' | 'clock' | 'secretBox'>;

const MINUTE_MS = 60_000;
const limit = { free: 5, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 60 * MINUTE_MS };
/** Life of a code at the helper server. */
const KEPT_MS = 3 * MINUTE_MS;
const MAX_KEPT = 1000;

interface Question {
  code: string;
  /** The browser or the session that asks. */
  holder: string;
  ip: string;
  user: SignedIn | undefined;
  signal: AbortSignal;
}

/**
 * Codes of the WeChat account, six digits that the helper server forgets with the first question. A code is asked for
 * once, and its result kept for the browser that asked, so that a second attempt after a lost answer works.
 * Source: docs/reference/sign-in.md, "Providers".
 */
export class WeChatCodes {
  readonly #deps: Deps;
  readonly #byNetwork: AttemptLimiter;
  readonly #byAccount: AttemptLimiter;
  readonly #asked = new Map<string, { untilMs: number; openId: Promise<string> }>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#byNetwork = new AttemptLimiter({ clock: deps.clock, ...limit });
    this.#byAccount = new AttemptLimiter({ clock: deps.clock, ...limit });
  }

  /** @throws oauth.off, oauth.wrong_code, oauth.no_answer, oauth.private_network, session.too_many_attempts */
  async fetchAccount(question: Question): Promise<ProviderAccountFacts> {
    if (!this.#deps.options.flag('WeChatAuthEnabled')) throw new GatewayError('oauth.off');
    const openId = await this.#openIdOf(question);
    if (openId === '') throw new GatewayError('oauth.wrong_code');
    return {
      ...{ provider: 'wechat', subject: openId, name: '', email: '', emailVerified: false },
      ...{ username: '', picture: '' },
    };
  }

  #openIdOf({ code, holder, ip, user, signal }: Question): Promise<string> {
    const nowMs = this.#deps.clock.monotonicMs();
    const key = this.#deps.secretBox.mac(['wechat code', holder, code]);
    const known = this.#asked.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.openId;
    const network = clientNetwork(ip);
    this.#byNetwork.start(network);
    if (user !== undefined) this.#byAccount.start(String(user.id));
    const openId = this.#ask(code, signal).then((id) => {
      if (id !== '') {
        this.#byNetwork.succeeded(network);
        if (user !== undefined) this.#byAccount.succeeded(String(user.id));
      }
      return id;
    });
    this.#asked.delete(key);
    this.#asked.set(key, { untilMs: nowMs + KEPT_MS, openId });
    const oldest = this.#asked.keys().next().value;
    if (this.#asked.size > MAX_KEPT && oldest !== undefined) this.#asked.delete(oldest);
    return openId;
  }

  /** @returns the empty text for an unknown code, which the helper answers with `success` and no data */
  async #ask(code: string, signal: AbortSignal): Promise<string> {
    const { options } = this.#deps;
    const address = options.text('WeChatServerAddress').replace(/\/+$/, '');
    const { status, object: answer } = await askProvider(
      {
        ...{ guardedFetch: this.#deps.guardedFetch, signal },
        allowPrivateNetwork: options.flag('WeChatAllowPrivate'),
      },
      `${address}/api/wechat/user?${new URLSearchParams({ code })}`,
      {
        method: 'GET',
        headers: { accept: 'application/json', authorization: options.text('WeChatServerToken') },
      },
    );
    if (status !== 200 || answer?.success !== true)
      throw noAnswer(`status ${status}: ${textOf(answer?.message).slice(0, 200)}`);
    const openId = answer.data ?? '';
    return openId === '' ? '' : subjectFrom(openId);
  }
}
