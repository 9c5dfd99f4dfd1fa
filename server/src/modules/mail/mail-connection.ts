import { type MailServer, protectionOf } from './mail-server.ts';

export interface OutgoingMail {
  address: string;
  subject: string;
  text: string;
  html: string;
}

/** The server did not take a mail. The message is the server's own answer, or the reason why there was none. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /**
   * `for_now`: this mail, try it again; `for_good`: this mail, do not; `no_server`: no mail can be sent at present.
   */
  readonly refusal: 'for_now' | 'for_good' | 'no_server';

  constructor(refusal: MailError['refusal'], message: string) {
    super(message);
    this.refusal = refusal;
  }
}

export interface MailConnection {
  /** @returns the server's answer. @throws MailError */
  send(mail: OutgoingMail): Promise<string>;
  close(): void;
}

const CONNECT_MS = 10_000;
/** Servers that look for viruses take their time before they accept a mail; one that is given up may still arrive. */
const SILENT_MS = 120_000;
/** For a server that answers byte by byte. */
const SEND_MS = 180_000;
/** Somebody waits for the result of a test. */
export const testLimits = { silentMs: 20_000, sendMs: 60_000 };
const MAX_ANSWER_LENGTH = 300;

/** Prepares to send mails one after the other; the connection begins with the first. */
export async function openMailConnection(
  server: MailServer,
  { connectMs = CONNECT_MS, silentMs = SILENT_MS, sendMs = SEND_MS } = {},
): Promise<MailConnection> {
  const { createTransport } = await import('nodemailer');
  const { host, port, account, password, sender } = server;
  const transport = createTransport({
    ...{ host, port, ...protectionOf(server) },
    ...{ pool: true, maxConnections: 1, maxRequeues: 0 },
    ...(account !== '' && password !== '' && { auth: { user: account, pass: password } }),
    ...{ connectionTimeout: connectMs, dnsTimeout: connectMs, greetingTimeout: connectMs },
    socketTimeout: silentMs,
    // A mail is text of ours. It names no file and no address to read.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send({ address, ...content }) {
      const limit = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        limit.reject(new MailError('no_server', `no answer within ${sendMs / 1000} seconds`));
        transport.close();
      }, sendMs);
      try {
        // An object, because a text could hold several addresses.
        const to = { name: '', address };
        const sent = transport.sendMail({ from: sender, to, ...content });
        const { response } = await Promise.race([sent, limit.promise]);
        return shown(response);
      } catch (error) {
        throw error instanceof MailError ? error : toMailError(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

/** Refusals of the mail itself; anything earlier concerns the server or its account. */
const refusedMail: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

function toMailError(error: unknown): MailError {
  const {
    code,
    responseCode = 0,
    response,
    message,
  } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const text = shown(response ?? message ?? String(error));
  if (!refusedMail.includes(code)) return new MailError('no_server', text);
  return new MailError(responseCode >= 500 ? 'for_good' : 'for_now', text);
}

const shown = (answer: string): string =>
  answer
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER_LENGTH);
