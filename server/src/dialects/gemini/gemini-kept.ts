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

const FILES_OF_GOOGLE = /^https?:\/\/generativelanguage\.googleapis\.com\//i;
const ADDRESS = /^[a-z][a-z\d+.-]*:/i;

/** An address that is no file of an account, such as one of YouTube or of a bucket. */
export const isPublicFile = (name: string, uri: string): boolean =>
  (name === 'fileUri' || name === 'file_uri') && ADDRESS.test(uri) && !FILES_OF_GOOGLE.test(uri);
