import type { RequestFacts, ScannedRequest } from './dialect.ts';
import { type MediaNotices, readMedia } from './media-input.ts';

/** Bytes of text a token has, few: an estimate that rather counts too many. */
const FEW_BYTES_A_TOKEN = 3;
const MANY_BYTES_A_TOKEN = 8;
/** Of a schema, whose names and structure count beside its texts. */
const BYTES_A_SCHEMA_TOKEN = 4;
const TOKENS_A_LISTED_OBJECT = 8;

/** Members whose names and numbers are input too, not only their texts. */
const SCHEMA_MEMBERS = ['tools', 'functions', 'response_format', 'text'] as const;

type InputFacts = Pick<RequestFacts, 'inputTokens' | 'leastInputTokens' | 'likelyInputTokens' | 'media'>;

/** Input tokens by the amount of text: at most, about, and at least; and the media beside it. */
export function estimateInput(
  { body, scan }: Pick<ScannedRequest, 'body' | 'scan'>,
  media: MediaNotices,
): InputFacts {
  const schemas: Buffer[] = [];
  let schemaBytes = 0;
  for (const name of SCHEMA_MEMBERS) {
    const member = scan.found.get(name);
    if (member === undefined) continue;
    schemas.push(body.subarray(member.start, member.end));
    schemaBytes += member.end - member.start;
  }
  const most =
    Math.ceil(scan.textBytes / FEW_BYTES_A_TOKEN) +
    Math.ceil(schemaBytes / BYTES_A_SCHEMA_TOKEN) +
    scan.listedObjects * TOKENS_A_LISTED_OBJECT +
    8;
  const least = Math.max(1, Math.floor(scan.textBytes / MANY_BYTES_A_TOKEN));
  return {
    inputTokens: most,
    likelyInputTokens: Math.ceil((most + least) / 2),
    leastInputTokens: least,
    media: readMedia(scan, { body, schemas, media }),
  };
}
