import { z } from 'zod';

/** A JSON object as text; the empty text means none. Keys that could touch an object's prototype are refused. */
export const jsonObjectText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .superRefine((text, issues) => {
      if (text === '') return;
      try {
        const value: unknown = JSON.parse(text);
        if (value === null || typeof value !== 'object' || Array.isArray(value))
          throw new Error('not an object');
        if (['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(value, name))) {
          issues.addIssue({ code: 'custom', message: 'json.forbidden_name' });
        }
      } catch {
        issues.addIssue({ code: 'custom', message: 'json.not_an_object' });
      }
    });

/** A header that a channel may not set: the gateway's own, and those that say where a body ends. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|content-type|transfer-encoding|expect|upgrade|te|trailer)$/;

/** Facts of a call that `{{name}}` inserts into the texts of `custom_parameter`. */
export const parameterPlaceholders = [
  'user_id',
  'username',
  'token_name',
  'group',
  'model',
  'upstream_model',
  'request_id',
] as const;
export type ParameterPlaceholder = (typeof parameterPlaceholders)[number];

/** In headers also the channel's key. */
const headerPlaceholders = [...parameterPlaceholders, 'api_key'];

const hasKnownPlaces = (text: string, names: readonly string[]): boolean =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].every(([, name = '']) => names.includes(name.trim()));

/** Values by name, as JSON; null leaves out a header that the provider has. */
export const headerRows = jsonObjectText(8192)
  .refine(
    (text) =>
      Object.entries(readObject(text)).every(
        ([name, value]) =>
          /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) &&
          !OWN_HEADERS.test(name.toLowerCase()) &&
          (value === null || (typeof value === 'string' && /^[\x20-\x7e]{1,2000}$/.test(value))),
      ),
    'channel.header_invalid',
  )
  .refine((text) => hasKnownPlaces(text, headerPlaceholders), 'channel.placeholder_unknown');

/** Members that identify the call; a channel cannot change them. */
const OWN_MEMBERS = ['model', 'stream', 'stream_options'];

/** Members of a request's body, as JSON. */
export const parameterRows = jsonObjectText(65_535)
  .refine((text) => {
    const { overwrite = false, per_model = {}, ...members } = readObject(text);
    if (typeof overwrite !== 'boolean' || !isObject(per_model)) return false;
    const all = [members, ...Object.values(per_model)];
    return all.every(
      (one) =>
        isObject(one) &&
        Object.keys(one).every((name) => !isOwnMember(name)) &&
        isRenaming({ ...readRename(members), ...readRename(one) }),
    );
  }, 'channel.parameter_invalid')
  .refine((text) => hasKnownPlaces(text, parameterPlaceholders), 'channel.placeholder_unknown');

/** Old names and new ones: no name is both, so that it does not matter which is renamed first. */
function isRenaming(names: Record<string, unknown>): boolean {
  return Object.entries(names).every(
    ([name, to]) =>
      typeof to === 'string' &&
      /^[\x21-\x7e]{1,100}$/.test(to) &&
      to !== '__proto__' &&
      !isOwnMember(name) &&
      !isOwnMember(to) &&
      !Object.hasOwn(names, to),
  );
}

const isOwnMember = (name: string): boolean => OWN_MEMBERS.includes(name.toLowerCase());

/** A value that is not an object yields an entry that is no name. */
const readRename = ({ rename = {} }: Record<string, unknown>): Record<string, unknown> =>
  isObject(rename) ? rename : { rename: null };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty if the text is not an object, which is reported separately. */
export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
