import type { Options } from '../option/options.ts';

/** The mail server as the options have it. */
export interface MailServer {
  host: string;
  port: number;
  /** Empty: no sign-in. */
  account: string;
  password: string;
  sender: { name: string; address: string };
}

/** Port for TLS from the first byte. */
const IMPLICIT_TLS_PORT = 465;

/** @returns undefined while server or sender are missing */
export function mailServerOf(options: Pick<Options, 'text' | 'number'>): MailServer | undefined {
  const host = options.text('SMTPServer').trim();
  const account = options.text('SMTPAccount').trim();
  const address = options.text('SMTPFrom').trim() || account;
  if (host === '' || address === '') return undefined;
  return {
    host,
    port: options.number('SMTPPort'),
    account,
    password: options.text('SMTPToken'),
    sender: { name: oneLine(options.text('SystemName')), address },
  };
}

/**
 * How a connection to the server is protected. Mails carry codes and links, so nothing is sent in the clear: the port
 * 465 speaks TLS from the start, any other must offer STARTTLS. A server on this machine may do without, and its
 * certificate is not checked, because no network lies between.
 */
export function protectionOf({ host, port }: Pick<MailServer, 'host' | 'port'>) {
  const isHere = isThisMachine(host);
  return {
    secure: port === IMPLICIT_TLS_PORT,
    requireTLS: port !== IMPLICIT_TLS_PORT && !isHere,
    tls: { rejectUnauthorized: !isHere },
  };
}

const isThisMachine = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** A text for a header of a mail. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
