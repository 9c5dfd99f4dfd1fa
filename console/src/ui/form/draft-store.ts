/** Values of a form at its last change, kept by the tab, so a reload does not lose them. */
export interface StoredDraft {
  savedAtMs: number;
  /** Initial values of the form, so that a change of the row in the meantime is noticed. */
  startedFrom: string;
  /** Changes by the path of the field; never a secret. */
  changes: Record<string, unknown>;
  /** A secret had been typed, which is not among the changes. */
  hadSecret: boolean;
}

const PREFIX = 'turnpike.draft.';
const PAUSE_MS = 400;
const MAX_CHARACTERS = 200_000;

const pending = new Map<
  string,
  { timer: ReturnType<typeof setTimeout>; read: () => StoredDraft | undefined }
>();

export const draftKey = (userId: number, form: string, row: string): string =>
  `${PREFIX}${userId}.${form}.${row}`;

export function readDraft(key: string): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a form after a pause in typing. @param read undefined when nothing is left to keep */
export function keepDraftSoon(key: string, read: () => StoredDraft | undefined): void {
  clearTimeout(pending.get(key)?.timer);
  pending.set(key, { timer: setTimeout(() => keepDraftNow(key), PAUSE_MS), read });
}

/** Does at once what waits for the pause, if anything does. */
export function keepDraftNow(key: string): void {
  const waiting = pending.get(key);
  if (waiting === undefined) return;
  clearTimeout(waiting.timer);
  pending.delete(key);
  const draft = waiting.read();
  const text = draft && JSON.stringify(draft);
  try {
    if (text === undefined || text.length > MAX_CHARACTERS) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Where the browser stores nothing, there are no drafts.
  }
}

export function forgetDraft(key: string): void {
  clearTimeout(pending.get(key)?.timer);
  pending.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing is kept there then.
  }
}

/** A sign-out deletes all drafts. */
export function forgetAllDrafts(): void {
  const stored = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  try {
    for (const key of [...pending.keys(), ...stored()]) forgetDraft(key);
  } catch {
    // Nothing is kept there then.
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (value === null || typeof value !== 'object') return false;
  const { savedAtMs, startedFrom, changes } = value as Partial<StoredDraft>;
  return (
    typeof savedAtMs === 'number' &&
    typeof startedFrom === 'string' &&
    changes !== null &&
    typeof changes === 'object'
  );
}
