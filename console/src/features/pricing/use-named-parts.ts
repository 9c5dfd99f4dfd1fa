import { useFormContext, useWatch } from 'react-hook-form';

/** A record of the form that has some of the given names, as factors by class of usage or by service tier. */
export function useNamedParts<Name extends string>(path: string, names: readonly Name[]) {
  const { setValue, clearErrors } = useFormContext();
  const parts = useWatch({ name: path }) as Partial<Record<Name, number>>;
  const set = (next: object) => setValue(path, next, { shouldDirty: true });
  return {
    used: names.filter((name) => parts[name] !== undefined),
    left: names.filter((name) => parts[name] === undefined),
    add: (name: Name, factor: number) => set({ ...parts, [name]: factor }),
    remove(name: Name) {
      const { [name]: _, ...others } = parts;
      clearErrors(`${path}.${name}`);
      set(others);
    },
  };
}
