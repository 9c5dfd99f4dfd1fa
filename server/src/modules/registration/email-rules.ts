import type { ErrorCode } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Options } from '../option/options.ts';

export interface EmailRules {
  /** Domains in lower case; null accepts all. */
  domains: ReadonlySet<string> | null;
  refusesAliases: boolean;
}

/** Mailboxes whose name is the same with and without dots. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

export const emailRules = (options: Pick<Options, 'text' | 'flag'>): EmailRules => ({
  domains: options.flag('EmailDomainRestrictionEnabled')
    ? toDomains(options.text('EmailDomainWhitelist'))
    : null,
  refusesAliases: options.flag('EmailAliasRestrictionEnabled'),
});

/**
 * The reason why an address is refused; undefined if it is accepted.
 *
 *     emailIssue('ann+1@gmail.com', { domains: null, refusesAliases: true }); // 'email.alias_not_allowed'
 *
 * @param email in lower case
 */
export function emailIssue(email: string, { domains, refusesAliases }: EmailRules): ErrorCode | undefined {
  const at = email.lastIndexOf('@');
  const mailbox = email.slice(0, at);
  const domain = email.slice(at + 1);
  if (domains !== null && !domains.has(domain)) return 'email.domain_not_allowed';
  const isAlias = mailbox.includes('+') || (dotlessDomains.has(domain) && mailbox.includes('.'));
  return refusesAliases && isAlias ? 'email.alias_not_allowed' : undefined;
}

/**
 * The mailbox behind an address, without the parts that aliases differ by.
 *
 *     mailboxOf('ann.lee+1@googlemail.com'); // 'annlee@gmail.com'
 *
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const mailbox = email.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return dotlessDomains.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** @throws email.domain_not_allowed, email.alias_not_allowed */
export function assertEmailIsAllowed(email: string, options: Options): void {
  const code = emailIssue(email, emailRules(options));
  if (code !== undefined) throw new GatewayError(code, {}, { fields: [{ field: 'email', code }] });
}

/** Between commas, blanks or lines, as the option is written. */
const toDomains = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((domain) => domain !== ''),
  );
