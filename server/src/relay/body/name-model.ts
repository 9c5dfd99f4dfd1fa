import { spliceInTurns } from '../../platform/json/splice.ts';
import type { ReadCall } from '../call/call-context.ts';
import { replaceBody } from './scan-body.ts';

/** Writes another model's name into the body, if that names the model. */
export async function nameModel(call: ReadCall, model: string): Promise<void> {
  const named = call.scan.found.get('model');
  if (named === undefined) return;
  const edit = { start: named.start, end: named.end, replacement: JSON.stringify(model) };
  call.scan = await replaceBody(call, await spliceInTurns(call.body, [edit]));
}
