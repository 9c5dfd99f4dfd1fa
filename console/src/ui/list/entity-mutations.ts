import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '@turnpike/contract';
import { type Entity, type EntityCalls, type Listed, type Row, type RowOf, send } from './entity-queries.ts';

/** Reads everything again that shows something of the noun. */
export function useReread({ keys, alsoChanges }: Entity): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([keys.all, ...alsoChanges].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Does something after which everything that shows the noun is read again.
 * @param isQuiet a form shows the failure; otherwise a toast does
 */
export function useAction<Given, Answer>(
  entity: Entity,
  run: (given: Given) => Promise<Answer>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
) {
  return useMutation({ mutationFn: run, meta: { isQuiet }, onSuccess: useReread(entity) });
}

export function useCreate<Calls extends EntityCalls>(entity: Entity<Calls>) {
  type Answer = OutputOf<Calls['create']>;
  const run = (input: InputOf<Calls['create']>): Promise<Answer> => send(entity.calls.create, { input });
  return useAction(entity, run, { isQuiet: true });
}

/** An `etag` among the values is sent as `If-Match`. */
export function useChange<Calls extends EntityCalls>(entity: Entity<Calls>) {
  type Answer = OutputOf<Calls['update']>;
  type Given = InputOf<Calls['update']> & { etag?: string };
  const run = ({ etag: ifMatch, ...input }: Given): Promise<Answer> =>
    send(entity.calls.update, { input, ifMatch });
  return useAction(entity, run, { isQuiet: true });
}

export const useRemove = (entity: Entity) =>
  useAction(entity, (id: number): Promise<unknown> => send(entity.calls.remove, { params: { id } }));

interface SwitchChange<One extends Row> {
  send: (row: One, isOn: boolean) => Promise<unknown>;
  /** Fields of the row that are shown before the server answers. */
  patch: (isOn: boolean) => Partial<One>;
}

/** Switches a row in every list at once, and back again when the server refuses. */
export function useSwitch<Calls extends EntityCalls>(
  { keys }: Entity<Calls>,
  change: SwitchChange<RowOf<Calls['list']>>,
) {
  type One = RowOf<Calls['list']>;
  const client = useQueryClient();
  const lists = { queryKey: keys.pages };
  const show = (row: One, patch: Partial<One>) =>
    client.setQueriesData<Listed<One>>(lists, (listed) => listed && withPatch(listed, row, patch));
  const { mutateAsync } = useMutation({
    mutationFn: ({ row, isOn }: { row: One; isOn: boolean }) => change.send(row, isOn),
    onMutate: async ({ row, isOn }) => {
      await client.cancelQueries(lists);
      show(row, change.patch(isOn));
    },
    // Only this row: another one may have been switched since.
    onError: (_error, { row }) => show(row, row),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
  return (row: One, isOn: boolean) => mutateAsync({ row, isOn });
}

function withPatch<One extends Row>(listed: Listed<One>, { id }: One, patch: Partial<One>): Listed<One> {
  const patched = (rows: One[]) => rows.map((row) => (row.id === id ? { ...row, ...patch } : row));
  return Array.isArray(listed) ? patched(listed) : { ...listed, data: patched(listed.data) };
}
