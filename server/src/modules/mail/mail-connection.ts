import { type MailServer, protectionOf } from './mail-server.ts';

export interface OutgoingMail {
  address: string;
  subject: string;
  text: string;
  html: string;
  /** The same at each attempt, so that a server recognises a mail that it got twice. Left out, a new one is made. */
  messageName?: string;
}

/** The server did not take a mail. The message is the server's own answer, or the reason why there was none. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /**
   * `for_now`: this mail, try it again; `for_good`: this mail, do not; `no_server`: no mail can be sent at present;
   * `aborted`: the server was not at fault.
   */
  readonly refusal: 'for_now' | 'for_good' | 'no_server' | 'aborted';

  constructor(refusal: MailError['refusal'], message: string) {
    super(message);
    this.refusal = refusal;
  }
}

export interface MailConnection {
  /**
   * @param signal a mail in progress has `finishMs` to end after its abort
   * @returns the server's answer
   * @throws MailError; nothing more is sent of the mail then
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<string>;
  close(): void;
}

const CONNECT_MS = 10_000;
/** Servers that look for viruses take their time before they accept a mail; one that is given up may still arrive. */
const SILENT_MS = 120_000;
/** For a server that answers byte by byte. */
const SEND_MS = 180_000;
/**
 * A server that has the whole mail usually answers within this. It is less than a stop waits for jobs, and less than
 * what remains of a lease when its run is aborted.
 */
const FINISH_MS = 5_000;
/** Somebody waits for the result of a test. */
export const testLimits = { silentMs: 20_000, sendMs: 60_000 };
const MAX_ANSWER_LENGTH = 300;

/** Prepares to send mails one after the other; the connection begins with the first. */
export async function openMailConnection(
  server: MailServer,
  { connectMs = CONNECT_MS, silentMs = SILENT_MS, sendMs = SEND_MS, finishMs = FINISH_MS } = {},
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
    async send({ address, messageName, ...content }, signal) {
      const end = new AbortController();
      const endAfter = (ms: number, error: MailError) => setTimeout(() => end.abort(error), ms);
      const timers = [
        endAfter(sendMs, new MailError('no_server', `no answer within ${sendMs / 1000} seconds`)),
      ];
      const finish = () => timers.push(endAfter(finishMs, new MailError('aborted', 'sending was aborted')));
      signal?.addEventListener('abort', finish);
      try {
        const { response } = await transport.sendMail({
          from: sender,
          // An object, because a text could hold several addresses.
          to: { name: '', address },
          ...content,
          ...(messageName !== undefined && { messageId: `<${messageName}@${domainOf(sender.address)}>` }),
          // It ends the connection. A pool that is closed would send a mail in progress to its end.
          signal: end.signal,
        });
        return shown(response);
      } catch (error) {
        throw end.signal.aborted ? end.signal.reason : toMailError(error);
      } finally {
        signal?.removeEventListener('abort', finish);
        for (const timer of timers) clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

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
