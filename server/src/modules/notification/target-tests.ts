import { type Language, type notificationCalls, role } from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import { sendNotification } from '../../notification/send-notification.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { sendTestMail } from '../mail/send-test-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { completeValues } from './notification-target.ts';
import { mayBePrivate, toTestMessage } from './send-to-target.ts';
import { getTarget } from './target-repository.ts';
import { languageOfUser } from './user-language.ts';

const TESTS_A_MINUTE = 5;
/** Accounts that are remembered; the one that tested longest ago gives way. */
const CAPACITY = 10_000;

type TestInput = z.output<(typeof notificationCalls)['test']['input']>;

/** Sends a message at once, so that a person sees what the server answers. */
export class TargetTests {
  readonly #deps: ModuleDeps;
  /** Times of the tests of the last minute by account. */
  readonly #recent = new Map<number, number[]>();

  constructor(deps: ModuleDeps) {
    this.#deps = deps;
  }

  /** @throws request.too_many, entry.not_found, notification.no_address, notification.admins_only; request.invalid */
  async run(
    user: SignedIn,
    { id, type, config, allow_private }: TestInput,
    signal: AbortSignal,
  ): Promise<{ sent: boolean; answer: string }> {
    const { db, clock, secretBox, guardedFetch } = this.#deps;
    if (allow_private && user.role < role.admin) throw new GatewayError('notification.admins_only');
    const stored = id === 0 ? undefined : await getTarget(db, user.id, id);
    if (stored !== undefined && stored.type !== type) throw new GatewayError('entry.not_found');
    const { open, secrets } = completeValues(secretBox, { type, config }, stored);
    this.#count(user.id);
    const language = await languageOfUser(this.#deps, user.id);
    if (type === 'email') return this.#mail(user, language);
    const { isSent, answer } = await sendNotification(
      { guardedFetch, nowMs: clock.nowMs(), signal },
      {
        ...{ type, values: { ...open, ...secrets } },
        allowPrivate: mayBePrivate(user.role, { type, isAllowed: allow_private }),
      },
      toTestMessage(this.#deps, language),
    );
    return { sent: isSent, answer };
  }

  /** Only administrators see what the mail server says: its words may name the server and its account. */
  async #mail(user: SignedIn, language: Language) {
    const { email, proved_email } = await this.#deps.db
      .selectFrom('users')
      .select(['email', 'proved_email'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (email === '' || email !== proved_email) throw new GatewayError('notification.no_address');
    const { sent, answer } = await sendTestMail(this.#deps, { to: email, language });
    if (user.role >= role.admin) return { sent, answer };
    return {
      sent,
      answer: sent ? 'The mail server took the message.' : 'The mail server refused the message.',
    };
  }

  #count(userId: number): void {
    const nowMs = this.#deps.clock.monotonicMs();
    const times = (this.#recent.get(userId) ?? []).filter((time) => nowMs - time < 60_000);
    if (times.length >= TESTS_A_MINUTE) throw new GatewayError('request.too_many');
    this.#recent.delete(userId);
    this.#recent.set(userId, [...times, nowMs]);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > CAPACITY && oldest !== undefined) this.#recent.delete(oldest);
  }
}
