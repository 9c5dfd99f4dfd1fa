import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { MemberReader } from '../member-reader.ts';

/** `stream_options` only with a stream. Source: OpenAI API reference, "Create chat completion". */
export function wantsUsageOf(read: MemberReader, stream: boolean): boolean {
  const options = read.value('stream_options');
  if (options === undefined) return false;
  read.require(stream, 'stream_options', 'only_with_stream');
  read.require(read.kindOf('stream_options') === 'object', 'stream_options', 'invalid_object');
  return (options as { include_usage?: unknown }).include_usage === true;
}

/**
 * Asks the upstream for usage: the gateway needs it even if the caller does not.
 * @returns what to append to the body's members
 */
export function askForUsage(body: Buffer, scan: JsonScanner, edits: Edit[]): string {
  const member = scan.found.get('stream_options');
  if (member === undefined) return ',"stream_options":{"include_usage":true}';
  const options = JSON.parse(body.toString('utf8', member.start, member.end)) as object | null;
  edits.push({ ...member, replacement: JSON.stringify({ ...options, include_usage: true }) });
  return '';
}
