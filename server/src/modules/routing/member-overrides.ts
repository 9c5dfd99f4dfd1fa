/** What a channel changes in the JSON of its requests. */
export interface MemberOverrides {
  /** Texts of JSON by the member's name; null leaves the member out. */
  members: ReadonlyMap<string, string | null>;
  /** By the requested model: in place of the others of that name. */
  ofModels: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  /** Members that a request has are replaced; else they stay as they are. */
  replaces: boolean;
}

/**
 * Reads a channel's `custom_parameter`. Source: docs/reference/compatibility.md, "Channels".
 * @returns null where it changes nothing
 */
export function toMemberOverrides(text: string): MemberOverrides | null {
  if (text === '') return null;
  const { overwrite = false, per_model = {}, ...members } = JSON.parse(text) as Record<string, unknown>;
  const ofModels = Object.entries(per_model as Record<string, Record<string, unknown>>);
  if (Object.keys(members).length + ofModels.length === 0) return null;
  return {
    members: toTexts(members),
    ofModels: new Map(ofModels.map(([model, own]) => [model, toTexts(own)])),
    replaces: overwrite === true,
  };
}

const toTexts = (members: Record<string, unknown>): Map<string, string | null> =>
  new Map(
    Object.entries(members).map(([name, value]) => [name, value === null ? null : JSON.stringify(value)]),
  );
