/** Without letters and digits that look alike: 32 characters, so that each byte gives one of them evenly. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/** A password of 100 random bits. */
export const randomPassword = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');
