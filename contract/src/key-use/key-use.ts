/** The facts that a client's texts are made of. */
export interface KeyUseSubject {
  /** Address of the site, without a path. */
  serverAddress: string;
  /** `sk-…`, or a mask of it. */
  tokenKey: string;
  model: string;
}

/** A text to paste, or values to enter in a form, with the place they belong to. */
export type KeyUseBlock = KeyUsePlace & ({ code: string } | { fields: readonly KeyUseField[] });

interface KeyUsePlace {
  /** A file, a path through the client's menus, a language, or `TERMINAL`. */
  place: string;
}

/** A field in the client's own words. */
export interface KeyUseField {
  name: string;
  value: string;
}

/** A link that hands key and address to an installed app or a web app. */
export interface KeyUseLink {
  app: string;
  url: string;
}

export interface KeyUse {
  /** Base address in the form that the client expects. */
  address: string;
  blocks: readonly KeyUseBlock[];
  links: readonly KeyUseLink[];
}

export interface KeyClient {
  id: string;
  name: string;
  /** Version that a test ran with exactly these texts; null: not tried. */
  tried: string | null;
  /** Models that the client is made for; it takes others too. */
  prefers?: RegExp;
  textsFor(subject: KeyUseSubject): KeyUse;
}

/** Place of a text for a POSIX shell. */
export const TERMINAL = 'terminal';

/** Names our entry in clients that keep several. */
export const PROVIDER_ID = 'turnpike';

export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);

/** One word of a POSIX shell, with nothing in it that the shell would read. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Standard Base64 of a text in UTF-8. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
