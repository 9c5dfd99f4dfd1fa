import type { ObjectClass } from '@turnpike/contract';

/** Kind of an object with an endpoint of its own, for lists and single objects. */
export type ObjectKind = 'file' | 'upload' | 'vector_store' | 'container' | 'batch';

/** An action on an object that a vendor stores for a user. */
export interface ObjectAction {
  class: ObjectClass;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path after the version. `:id` is an id of the caller's; `:part` is an id below it. */
  path: string;
  /**
   * The answer is a new object of that kind, or has it as that member; the caller pays the price of the
   * class.
   */
  creates?: ObjectKind;
  /** The answer is the current state of an object of that kind. */
  shows?: ObjectKind;
  /** The answer has an object of that kind in the member of that name. */
  holds?: ObjectKind;
  /** The gateway answers the list: a vendor's list includes objects of other users. */
  lists?: ObjectKind;
  deletes?: true;
  /** The caller pays the price of the class, as for a new object. */
  isCharged?: true;
  /** The answer is bytes of any length. */
  isFile?: true;
}

/**
 * Actions by `METHOD /path`; everything else requires an administrator's key. Source: OpenAI API reference.
 */
const actions: Readonly<
  Record<ObjectClass, Readonly<Record<string, Omit<ObjectAction, 'class' | 'method' | 'path'>>>>
> = {
  files: {
    'POST /files': { creates: 'file' },
    'GET /files': { lists: 'file' },
    'GET /files/:id': { shows: 'file' },
    'DELETE /files/:id': { deletes: true },
    'GET /files/:id/content': { isFile: true },
    'POST /uploads': { creates: 'upload' },
    'POST /uploads/:id/parts': {},
    'POST /uploads/:id/complete': { shows: 'upload', holds: 'file' },
    'POST /uploads/:id/cancel': { shows: 'upload' },
  },
  vector_stores: {
    'POST /vector_stores': { creates: 'vector_store' },
    'GET /vector_stores': { lists: 'vector_store' },
    'GET /vector_stores/:id': { shows: 'vector_store' },
    'POST /vector_stores/:id': { shows: 'vector_store' },
    'DELETE /vector_stores/:id': { deletes: true },
    'POST /vector_stores/:id/search': { isCharged: true },
    'POST /vector_stores/:id/files': {},
    'GET /vector_stores/:id/files': {},
    'GET /vector_stores/:id/files/:id': {},
    'POST /vector_stores/:id/files/:id': {},
    'DELETE /vector_stores/:id/files/:id': {},
    'GET /vector_stores/:id/files/:id/content': {},
    'POST /vector_stores/:id/file_batches': {},
    'GET /vector_stores/:id/file_batches/:part': {},
    'POST /vector_stores/:id/file_batches/:part/cancel': {},
    'GET /vector_stores/:id/file_batches/:part/files': {},
  },
  containers: {
    'POST /containers': { creates: 'container' },
    'GET /containers': { lists: 'container' },
    'GET /containers/:id': { shows: 'container' },
    'DELETE /containers/:id': { deletes: true },
    'POST /containers/:id/files': {},
    'GET /containers/:id/files': {},
    'GET /containers/:id/files/:part': {},
    'DELETE /containers/:id/files/:part': {},
    'GET /containers/:id/files/:part/content': { isFile: true },
  },
  batches: {
    'POST /batches': { creates: 'batch' },
    'GET /batches': { lists: 'batch' },
    'GET /batches/:id': { shows: 'batch' },
    'POST /batches/:id/cancel': { shows: 'batch' },
  },
};

const known: readonly { action: ObjectAction; segments: readonly string[] }[] = Object.entries(
  actions,
).flatMap(([name, ofClass]) =>
  Object.entries(ofClass).map(([address, does]) => {
    const [method, path] = address.split(' ') as [ObjectAction['method'], string];
    return { action: { class: name as ObjectClass, method, path, ...does }, segments: path.split('/') };
  }),
);

/**
 * @param path after the version, without its query
 * @returns null if users have no such action; else the action, with the ids that must be the caller's
 */
export function findAction(method: string, path: string): { action: ObjectAction; ids: string[] } | null {
  const given = path.replace(/\/$/, '').split('/');
  for (const { action, segments } of known) {
    if (action.method !== method || segments.length !== given.length) continue;
    if (!segments.every((segment, at) => segment.startsWith(':') || segment === given[at])) continue;
    const ids = given.filter((_id, at) => segments[at] === ':id');
    return { action, ids };
  }
  return null;
}
