import type { Control } from 'react-hook-form';

/** Names of a form's fields that hold a secret; filled by the fields themselves, so that no form can forget one. */
const secrets = new WeakMap<object, Set<string>>();

export function secretFieldsOf(control: Control): Set<string> {
  const names = secrets.get(control) ?? new Set();
  secrets.set(control, names);
  return names;
}
