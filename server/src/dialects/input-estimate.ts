import type { JsonScanner } from '../platform/json/json-scanner.ts';
import type { RequestFacts, ScannedRequest } from './dialect.ts';
import { type MediaNotices, readMedia } from './media-input.ts';

/** Bytes of text a token has, few: an estimate that rather counts too many. */
export const MIN_BYTES_A_TOKEN = 3;
const MANY_BYTES_A_TOKEN = 8;
/** Names, numbers and the punctuation and white space between them. */
const MANY_STRUCTURE_BYTES_A_TOKEN = 12;
/** A schema or a tool's input, whose names and structure count in addition to its texts. */
export const MIN_STRUCTURE_BYTES_A_TOKEN = 4;
const TOKENS_A_LISTED_OBJECT = 8;

/** Members whose names and numbers are input too, not only their texts. */
const SCHEMA_MEMBERS = [
  ...['tools', 'functions', 'response_format'],
  ...['output_config', 'output_format'],
  ...['generationConfig', 'generation_config'],
  // OpenAI's Responses: the schema of an answer.
  'text',
];

/** About what the schemas of a request take, such as those of its tools: names and structure next to their texts. */
export function schemaTokens(scan: JsonScanner): number {
  let bytes = 0;
  for (const name of SCHEMA_MEMBERS) {
    const member = scan.found.get(name);
    if (member !== undefined) bytes += member.end - member.start;
  }
  return Math.ceil(bytes / MIN_STRUCTURE_BYTES_A_TOKEN);
}

export const isSchemaMember = (name: string): boolean => SCHEMA_MEMBERS.includes(name);

type InputFacts = Pick<RequestFacts, 'inputTokens' | 'leastInputTokens' | 'likelyInputTokens' | 'media'>;

/**
 * Input tokens by the amount of text: at most, about, and at least; and the media next to it.
 * @param namesAreInput names and numbers are input everywhere: calls of tools hold their input as an object
 */
export function estimateInput(
  { body, scan }: Pick<ScannedRequest, 'body' | 'scan'>,
  media: MediaNotices,
  { namesAreInput = false } = {},
): InputFacts {
  const schemas: Buffer[] = [];
  let schemaBytes = 0;
  for (const name of SCHEMA_MEMBERS) {
    const member = scan.found.get(name);
    if (member === undefined) continue;
    schemas.push(body.subarray(member.start, member.end));
    schemaBytes += member.end - member.start;
  }
  const structureBytes = namesAreInput ? body.length - scan.textBytes - scan.fileBytes : 0;
  const namesAndNumbers = Math.max(schemaBytes, structureBytes);
  const most =
    Math.ceil(scan.textBytes / MIN_BYTES_A_TOKEN) +
    Math.ceil(namesAndNumbers / MIN_STRUCTURE_BYTES_A_TOKEN) +
    scan.listedObjects * TOKENS_A_LISTED_OBJECT +
    8;
  const leastOfText = Math.max(1, Math.floor(scan.textBytes / MANY_BYTES_A_TOKEN));
  // Texts of schemas stand among their names.
  const structure = Math.max(0, namesAndNumbers - scan.textBytes);
  return {
    inputTokens: most,
    likelyInputTokens: Math.ceil((most + leastOfText) / 2),
    leastInputTokens: leastOfText + Math.floor(structure / MANY_STRUCTURE_BYTES_A_TOKEN),
    media: readMedia(scan, { body, schemas, media }),
  };
}
