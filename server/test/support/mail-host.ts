import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { testCertificate } from './test-certificate.ts';
import type { TestManagement } from './test-management.ts';

export interface ReceivedMail {
  to: string;
  /** The message as it came, decoded. */
  text: string;
  isEncrypted: boolean;
  account: string;
}

export const MAIL_ACCOUNT = 'mailer';
export const MAIL_PASSWORD = 'canary mail password';

/** A mail server. It knows one account, and refuses what it is made to refuse. */
export async function startMailHost({ isSecure = false, hidesTls = false } = {}) {
  const mails: ReceivedMail[] = [];
  /** Answers to the next mails, each used once: to a recipient, after a pause, or silence. */
  const refusals: ({ code: number; text: string } | { pauseMs: number } | 'silence')[] = [];
  /** Pauses before the next mails are confirmed, each used once. They have arrived whole by then. */
  const confirmPausesMs: number[] = [];
  /** Each client from its greeting to its end, by the monotonic clock. */
  const visits: { fromMs: number; untilMs: number }[] = [];
  const visitOf = new Map<string, (typeof visits)[number]>();
  const options: SMTPServerOptions = {
    ...testCertificate,
    secure: isSecure,
    authOptional: true,
    ...(hidesTls && { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }),
    disableReverseLookup: true,
    closeTimeout: 10,
    onConnect({ id }, done) {
      const visit = { fromMs: performance.now(), untilMs: Number.POSITIVE_INFINITY };
      visits.push(visit);
      visitOf.set(id, visit);
      done();
    },
    onClose({ id }) {
      const visit = visitOf.get(id);
      if (visit !== undefined) visit.untilMs = performance.now();
    },
    onAuth({ username, password }, _session, done) {
      if (username === MAIL_ACCOUNT && password === MAIL_PASSWORD) done(null, { user: username });
      else done(Object.assign(new Error('Authentication credentials invalid'), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift();
      if (refusal === 'silence') return;
      if (refusal === undefined) done();
      else if ('pauseMs' in refusal) setTimeout(done, refusal.pauseMs);
      else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, { envelope, secure, user }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = decoded(Buffer.concat(parts).toString('utf8'));
        const to = envelope.rcptTo.map(({ address }) => address).join();
        mails.push({ to, text, isEncrypted: secure, account: String(user ?? '') });
        setTimeout(() => done(null, 'queued as 1A2B'), confirmPausesMs.shift() ?? 0);
      });
    },
  };
  const server = new SMTPServer(options);
  // Clients that abort are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    refusals,
    confirmPausesMs,
    visits,
    /** The code of the newest mail. */
    code: (): string =>
      /\b\d{6}\b/.exec(mails.at(-1)?.text.split('\r\n\r\n').slice(1).join('') ?? '')?.[0] ?? '',
    /** The link of the newest mail. */
    link: (): string => /https?:\/\/[^\s"<]+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '',
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export type MailHost = Awaited<ReturnType<typeof startMailHost>>;

/** Points a site at the server. */
export async function useMailHost(site: TestManagement, { port }: Pick<MailHost, 'port'>): Promise<void> {
  await site.options.set('SMTPToken', MAIL_PASSWORD);
  const changes = {
    SMTPPort: String(port),
    SMTPAccount: MAIL_ACCOUNT,
    SMTPFrom: 'gateway@site.test',
  } as const;
  for (const [key, value] of Object.entries(changes))
    await site.options.set(key as keyof typeof changes, value);
  await site.options.setAll(
    [
      { key: 'SMTPServer', value: '127.0.0.1' },
      { key: 'SMTPToken', value: MAIL_PASSWORD },
    ],
    async () => {},
  );
}

/** Undoes quoted-printable and base64 parts, as far as tests read them. */
function decoded(raw: string): string {
  return raw
    .split(/\r\n(?=----_NmP|--_=)/)
    .map((part) => {
      if (/transfer-encoding: base64/i.test(part)) {
        const [head = '', ...body] = part.split('\r\n\r\n');
        return `${head}\r\n\r\n${Buffer.from(body.join(''), 'base64').toString('utf8')}`;
      }
      const soft = part.replace(/=\r\n/g, '');
      return soft.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
        Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
      );
    })
    .join('\r\n');
}
