/**
 * Classes of objects that vendors keep, and that an option can open to every user. `files` includes uploads in parts.
 * Source: docs/reference/charging-internals.md, "Objects that vendors keep".
 */
export const objectClasses = ['files', 'vector_stores', 'containers', 'batches'] as const;
export type ObjectClass = (typeof objectClasses)[number];

/** Name of the price of each call that makes such an object; a class without that price stays closed. */
export const objectPriceName = (name: ObjectClass): string => `object:${name}`;

/**
 * Reads an option such as `files,containers`.
 * @returns null where it names anything else
 */
export function parseObjectClasses(text: string): ReadonlySet<ObjectClass> | null {
  const names = text.split(',').map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  const areKnown = named.every((name) => objectClasses.includes(name as ObjectClass));
  return areKnown ? new Set(named as ObjectClass[]) : null;
}
