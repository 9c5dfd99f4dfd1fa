import type { NotificationKind } from '@turnpike/contract';

/** An event in the words of its reader. */
export interface NotificationMessage {
  /** The same at each attempt, so that a receiver recognises a message that it got twice. */
  id: string;
  kind: NotificationKind | 'test' | 'summary';
  title: string;
  text: string;
  /** Page of the console; empty without one. */
  link: string;
  /** Seconds; when it happened. */
  time: number;
  facts: Readonly<Record<string, unknown>>;
}

/** Values of the service as a person entered them; absent ones are empty. Secrets are open. */
export type ServiceValues = Readonly<Record<string, string>>;

export interface ServiceRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** One way to send a message over HTTP. Both functions are pure. */
export interface NotificationService {
  toRequest(message: NotificationMessage, values: ServiceValues, nowMs: number): ServiceRequest;
  /** @returns null where the service has taken the message, else its words */
  readAnswer(answer: ServiceAnswer): string | null;
}

export interface ServiceAnswer {
  status: number;
  text: string;
}

export const jsonRequest = (
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ServiceRequest => ({
  ...{ url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
});

/** Title, text and link as one text. */
export const plainText = ({ title, text, link }: NotificationMessage): string =>
  [title, text, link].filter((part) => part !== '').join('\n\n');

/** Cuts a text where a service takes no more. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;

/** Base address of a server with a path of its own. */
export const join = (server: string | undefined, path: string): string =>
  `${(server ?? '').replace(/\/+$/, '')}${path}`;

/** A failure unless the status is 2xx. */
export const byStatus = ({ status, text }: ServiceAnswer): string | null =>
  status >= 200 && status < 300 ? null : `${status} ${text}`.trim();

/** For services that answer 200 with a code inside; 0 or the given code is a success. */
export function byCode(answer: ServiceAnswer, name: string, success = 0): string | null {
  const failure = byStatus(answer);
  if (failure !== null) return failure;
  try {
    return (JSON.parse(answer.text) as Record<string, unknown> | null)?.[name] === success
      ? null
      : answer.text || 'empty answer';
  } catch {
    return answer.text || 'empty answer';
  }
}
