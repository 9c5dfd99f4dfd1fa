import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Encrypts secrets for the database with AES-256-GCM. A stored text is `v1:<base64url of iv, tag, cipher>`;
 * `purpose` is bound to it, so a text moved to another column or row does not open.
 */
export interface SecretBox {
  seal(secret: string, purpose: string): string;
  open(stored: string, purpose: string): string;
  /** HMAC-SHA-256, hex: finds a value again that is too short or too common for a plain hash. */
  mac(parts: readonly (string | number | null)[]): string;
}

const VERSION = 'v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(masterKey: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'turnpike secrets', 32));
  const macKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'turnpike macs', 32));
  return {
    seal(secret, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(stored, purpose) {
      if (!stored.startsWith(VERSION)) throw new Error('unknown form of a stored secret');
      const bytes = Buffer.from(stored.slice(VERSION.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
    // As JSON, no two lists of parts are the same text.
    mac: (parts) => createHmac('sha256', macKey).update(JSON.stringify(parts)).digest('hex'),
  };
}

/** The key that a lookup table may hold instead of a random secret: its SHA-256, hex. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/**
 * The master key: from the setting, else from `secret.key` in the data folder.
 * @returns null where there is neither
 * @throws StartError when the setting is too short or the file is damaged
 */
export function findMasterKey({ secretKey, dataDir }: MasterKeySettings): Buffer | null {
  if (secretKey !== null) {
    if (/^[0-9a-fA-F]{64}$/.test(secretKey)) return Buffer.from(secretKey, 'hex');
    if (secretKey.length < 32) throw new StartError('TURNPIKE_SECRET_KEY must have at least 32 characters.');
    return createHash('sha256').update(secretKey).digest();
  }
  const file = keyFileOf(dataDir);
  const text = orExplain(file, () => {
    if (!existsSync(file)) return null;
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  });
  if (text === null) return null;
  if (!/^[0-9a-f]{64}$/.test(text)) throw new StartError(`The key file is damaged: ${file}`);
  return Buffer.from(text, 'hex');
}

/**
 * Makes `secret.key` (mode 0600). Losing it means losing every stored channel key, so the README's backup chapter
 * names it.
 * @throws StartError when it cannot be written
 */
export function makeMasterKey({ dataDir }: Pick<MasterKeySettings, 'dataDir'>): Buffer {
  const key = randomBytes(32);
  const file = keyFileOf(dataDir);
  // Whole or not at all: a start that dies here, or finds the disk full, must not leave half a key.
  const draft = `${file}.new`;
  orExplain(file, () => {
    rmSync(draft, { force: true });
    writeFileSync(draft, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
  });
  return key;
}

interface MasterKeySettings {
  secretKey: string | null;
  dataDir: string;
}

const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

function orExplain<Result>(file: string, use: () => Result): Result {
  try {
    return use();
  } catch (cause) {
    const { code } = cause as { code?: string };
    throw new StartError(`The key file cannot be used: ${file}: ${code}`, { cause });
  }
}
