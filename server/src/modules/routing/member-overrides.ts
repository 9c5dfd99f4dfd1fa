import { readTemplate } from '../../platform/text/text-template.ts';
import { type CallTemplate, callPlaces } from './request-places.ts';

/** JSON as text, with places inside its texts; null leaves the member out. */
export type MemberText = string | CallTemplate | null;

/** Changes of a channel to the JSON of its requests. */
export interface MemberOverrides {
  /** By the member's name. */
  members: ReadonlyMap<string, MemberText>;
  /** By the requested model: in place of the others of that name. */
  ofModels: ReadonlyMap<string, ReadonlyMap<string, MemberText>>;
  /** Members that a request has are replaced; else they stay as they are. */
  replaces: boolean;
  /** New names by the old ones. */
  renames: ReadonlyMap<string, string>;
  /** By the requested model: next to those of all. */
  renamesOfModels: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Reads a channel's `custom_parameter`. Source: docs/reference/compatibility.md, "Channels".
 * @returns null where it changes nothing
 */
export function toMemberOverrides(text: string): MemberOverrides | null {
  if (text === '') return null;
  const {
    overwrite = false,
    per_model = {},
    rename,
    ...members
  } = JSON.parse(text) as Record<string, unknown>;
  const models = Object.entries(per_model as Record<string, Record<string, unknown>>);
  const renames = toNames(rename);
  if (Object.keys(members).length + models.length + renames.size === 0) return null;
  return {
    members: toTexts(members),
    ofModels: new Map(models.map(([model, { rename: _, ...own }]) => [model, toTexts(own)])),
    replaces: overwrite === true,
    renames,
    renamesOfModels: new Map(models.map(([model, own]) => [model, toNames(own.rename)])),
  };
}

const toTexts = (members: Record<string, unknown>): Map<string, MemberText> =>
  new Map(
    Object.entries(members).map(([name, value]) => [
      name,
      value === null ? null : readTemplate(JSON.stringify(value), callPlaces),
    ]),
  );

/** A stored value from before renames existed has no effect. */
const toNames = (value: unknown): Map<string, string> =>
  new Map(
    Object.entries(value ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
