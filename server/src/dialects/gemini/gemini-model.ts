import type { CallAddress } from '../call-facts.ts';
import type { MemberReader } from '../member-reader.ts';

/** A model's name as callers and channels say it: without the `models/` of its resource. */
export const withoutResource = (name: string): string =>
  name.startsWith(RESOURCE) ? name.slice(RESOURCE.length) : name;

const RESOURCE = 'models/';
const TUNED = /^tunedModels\/[A-Za-z0-9_-][A-Za-z0-9._~-]*$/;

/** The resource of a model in a path: `models/gemini-2.5-pro`, `tunedModels/mine`. */
export const resourcePath = (model: string): string =>
  TUNED.test(model) ? model : RESOURCE + encodeURIComponent(withoutResource(model));

/** The same as a body names it. */
export const resourceName = (model: string): string =>
  TUNED.test(model) ? model : RESOURCE + withoutResource(model);

/** The model of a call, which its address names. A body may repeat it; another one there would be paid as this one. */
export function readModel(read: MemberReader, address: CallAddress): string {
  const model = read.checkText('model', withoutResource(address.model ?? ''));
  const repeated = read.value('model');
  read.require(repeated === undefined || isSame(repeated, model), 'model', 'differs_from_address');
  return model;
}

/** Whether a body's `model` names the model of the address. */
export const isSame = (repeated: unknown, model: string): boolean =>
  typeof repeated === 'string' && withoutResource(repeated) === model;
