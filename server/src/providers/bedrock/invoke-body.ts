import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { nameBefore, withoutMember } from '../../platform/json/member-places.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { FinalCall } from '../provider.ts';

const MODEL = 'model';
const STREAM = 'stream';
const MEMBERS: ReadonlySet<string> = new Set([MODEL, STREAM]);
const VERSION = '"anthropic_version":"bedrock-2023-05-31"';

/**
 * Values of the header `anthropic-beta` that Bedrock accepts; it refuses requests with others.
 * Source: Amazon Bedrock user guide, "Anthropic Claude Messages API", `anthropic_beta`; checked 2026-11.
 */
const KNOWN_BETAS: ReadonlySet<string> = new Set([
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'token-efficient-tools-2025-02-19',
  'interleaved-thinking-2025-05-14',
  'output-128k-2025-02-19',
  'dev-full-thinking-2025-05-14',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'tool-search-tool-2025-10-19',
  'tool-examples-2025-10-29',
]);

/**
 * A request for a message in Bedrock's form. The address has the model and the choice of a stream. The body has the version
 * of Anthropic's API and its beta features.
 * Source: Amazon Bedrock user guide, "Anthropic Claude Messages API".
 */
export async function asInvokeBody(body: Buffer, { headers }: Pick<FinalCall, 'headers'>): Promise<Edit[]> {
  const scan = new JsonScanner({ members: MEMBERS });
  await scanInTurns(body, scan);
  const value = scan.found.get(MODEL);
  const name = value && nameBefore(body, value.start, MODEL);
  // A name that is written with escapes is for the vendor to refuse.
  if (!value || !name) return [];
  const stream = scan.found.get(STREAM);
  const betas = String(headers['anthropic-beta'] ?? '')
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => KNOWN_BETAS.has(beta));
  const beta = betas.length === 0 ? '' : `,"anthropic_beta":${JSON.stringify([...new Set(betas)])}`;
  return [
    { start: name.start, end: value.end, replacement: VERSION + beta },
    ...(stream === undefined ? [] : withoutMember(body, stream, STREAM)),
  ];
}
