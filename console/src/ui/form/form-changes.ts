type Values = Readonly<Record<string, unknown>>;

/**
 * Changes by the path of the field (`price.output`). An object whose names differ counts as one field, so that removed
 * members are noticed.
 */
export function changesOf(before: Values, now: Values, path = ''): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(now)) {
    const place = path + name;
    const old = before[name];
    if (isGroup(old) && isGroup(value) && namesOf(old) === namesOf(value)) {
      Object.assign(changes, changesOf(old, value, `${place}.`));
    } else if (textOf(old) !== textOf(value)) changes[place] = value;
  }
  return changes;
}

/** The values with those changes in them that still fit: a field may have gone or become another kind. */
export function withChanges<Input extends Values>(values: Input, changes: Values, path = ''): Input {
  const changed = Object.entries(values).map(([name, value]) => {
    const place = path + name;
    const wanted = changes[place];
    if (Object.hasOwn(changes, place) && kindOf(wanted) === kindOf(value)) return [name, wanted];
    return [name, isGroup(value) ? withChanges(value, changes, `${place}.`) : value];
  });
  return Object.fromEntries(changed) as Input;
}

const isGroup = (value: unknown): value is Values => kindOf(value) === 'group';

function kindOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return typeof value;
  return Array.isArray(value) ? 'list' : 'group';
}

const namesOf = (group: Values): string => Object.keys(group).sort().join();
const textOf = (value: unknown): string | undefined => JSON.stringify(value);
