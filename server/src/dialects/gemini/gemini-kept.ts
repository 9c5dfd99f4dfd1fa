/**
 * Members by which Google reads what an account keeps: caches, files, stores to search in, secrets, unfinished answers.
 * Sources: Gemini API reference, "Generating content"; Vertex AI reference, "Tool"; the package @google/genai 3.3.0.
 */
const KEPT = [
  ...['cachedContent', 'fileUri', 'fileSearchStoreNames', 'continuationToken'],
  ...['datastore', 'dataStore', 'engine', 'ragCorpora', 'ragCorpus', 'ragFileIds'],
  ...['apiKeySecret', 'apiKeySecretVersion', 'credentialSecret', 'serviceAccount'],
];

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** In both spellings that Google takes. */
export const geminiIdMembers: readonly string[] = [...new Set([...KEPT, ...KEPT.map(snakeCase)])];

/** Hosts of an account's files, with or without a dot at the end. */
const FILES_OF_GOOGLE = /(?:^|[.-])generativelanguage\.(?:[\w-]+\.)*googleapis\.com\.?$/;

/** An address that is no file of an account, such as one of YouTube or of a bucket. */
export function isPublicFile(name: string, uri: string): boolean {
  if ((name !== 'fileUri' && name !== 'file_uri') || !URL.canParse(uri)) return false;
  return !FILES_OF_GOOGLE.test(new URL(uri).hostname.toLowerCase());
}
