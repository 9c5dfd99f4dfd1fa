import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/**
 * A device with one passkey, as far as a server can see one.
 * Source: W3C, "Web Authentication Level 3", 6.1 and 8.7.
 */
export class SoftPasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16);
  counter = 0;
  /** Whether the device asks for a finger, a face or a PIN. */
  verifiesUser = true;

  readonly #host: string;
  readonly #origin: string;

  constructor({ origin }: { origin: string }) {
    this.#origin = origin;
    this.#host = new URL(origin).hostname;
  }

  /** Answers options for a new passkey. */
  create({ challenge }: { challenge: string }) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(HAS_CREDENTIAL),
      Buffer.alloc(16),
      idLength,
      this.id,
      publicKey,
    ]);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject,
    });
  }

  /** Answers options for the use of a passkey. */
  use({ challenge }: { challenge: string }) {
    const authenticatorData = this.#authenticatorData(0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey);
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }

  #answer(response: Record<string, Buffer>) {
    const id = this.id.toString('base64url');
    const members = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    return {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: Object.fromEntries(members) as Record<string, string>,
    };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const present = USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0);
    return Buffer.concat([
      createHash('sha256').update(this.#host).digest(),
      Buffer.from([present | flags]),
      counter,
    ]);
  }
}

/** Head of a CBOR item. Source: RFC 8949, 3. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
