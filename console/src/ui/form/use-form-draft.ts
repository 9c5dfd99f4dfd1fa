import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Control, FieldValues, UseFormReturn } from 'react-hook-form';
import { selfQuery } from '../../api/self.ts';
import {
  draftKey,
  forgetDraft,
  keepDraftNow,
  keepDraftSoon,
  readDraft,
  type StoredDraft,
} from './draft-store.ts';
import { changesOf, withChanges } from './form-changes.ts';
import { secretFieldsOf } from './secret-fields.ts';

/** Under which name a form's unsaved changes are kept; without `row` they are those of something new. */
export interface DraftName {
  draft: string;
  row?: number | string;
}

export interface FilledIn {
  savedAtMs: number;
  /** The row is no longer what the draft had started from. */
  isOutdated: boolean;
  hadSecret: boolean;
}

export interface FormDraft {
  /** Note of the form about restored changes. */
  filledIn: FilledIn | undefined;
  /** Another one has the fields drawn anew. */
  round: number;
  /** Takes back what was filled in and typed since. */
  discard: () => void;
  /** Releases what is kept; the form stays as it is. */
  forget: () => void;
  /** Keeps at once what the form holds. */
  keep: () => void;
}

interface FoundDraft<Input> {
  key: string | undefined;
  defaults: Input;
  /** Initial values of the form. */
  values: Input;
  filledIn: FilledIn | undefined;
}

/** Looks, once, for what the form held when its page was left. */
export function useFoundDraft<Input extends FieldValues>(
  name: DraftName | undefined,
  defaults: Input,
): FoundDraft<Input> {
  const client = useQueryClient();
  const [found] = useState(() => {
    const userId = client.getQueryData(selfQuery.queryKey)?.id;
    const isKept = name !== undefined && userId !== undefined;
    const key = isKept ? draftKey(userId, name.draft, String(name.row ?? 'new')) : undefined;
    const stored = key === undefined ? undefined : readDraft(key);
    const values = stored === undefined ? defaults : withChanges(defaults, stored.changes);
    if (stored === undefined || textOf(values) === textOf(defaults)) {
      return { key, defaults, values: defaults, filledIn: undefined };
    }
    const isOutdated = name?.row !== undefined && stored.startedFrom !== fingerprint(defaults);
    const { savedAtMs, hadSecret } = stored;
    return { key, defaults, values, filledIn: { savedAtMs, isOutdated, hadSecret } };
  });
  return found;
}

/** Keeps what the form holds while it differs from what it started with. */
export function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  found: FoundDraft<Input>,
): FormDraft {
  const [filledIn, setFilledIn] = useState(found.filledIn);
  const [round, setRound] = useState(0);
  const { key, defaults } = found;
  const { control, reset, watch } = form;

  // The library takes what a form begins with for unchanged.
  useEffect(() => {
    if (found.filledIn) reset(found.defaults, { keepValues: true, keepFieldsRef: true });
  }, [found, reset]);

  // The tab's storage, and the moment at which the page goes, are outside React.
  useEffect(() => {
    if (key === undefined) return undefined;
    let latest = readDraft(key);
    const { unsubscribe } = watch((values) =>
      keepDraftSoon(key, () => {
        latest = draftOf(values, control as unknown as Control, latest);
        return latest;
      }),
    );
    const keepNow = () => keepDraftNow(key);
    window.addEventListener('pagehide', keepNow);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [key, control, watch]);

  const forget = () => (key === undefined ? undefined : forgetDraft(key));
  return {
    filledIn,
    round,
    forget,
    keep: () => (key === undefined ? undefined : keepDraftNow(key)),
    discard() {
      reset(defaults);
      setFilledIn(undefined);
      setRound(round + 1);
      forget();
    },
  };
}

function draftOf(values: FieldValues, control: Control, latest?: StoredDraft): StoredDraft | undefined {
  const startedWith = control._defaultValues;
  const changes = changesOf(startedWith, values);
  const secrets = [...secretFieldsOf(control)].filter((name) => name in changes);
  for (const name of secrets) delete changes[name];
  if (Object.keys(changes).length === 0) return undefined;
  const hadSecret = secrets.length > 0 || latest?.hadSecret === true;
  if (latest?.hadSecret === hadSecret && textOf(latest.changes) === textOf(changes)) return latest;
  return { savedAtMs: Date.now(), startedFrom: fingerprint(startedWith), changes, hadSecret };
}

const textOf = (values: object): string => JSON.stringify(values);

/** Short, so that a row's values are not stored next to the changes (FNV-1a). */
function fingerprint(values: object): string {
  let hash = 0x811c9dc5;
  for (const letter of textOf(values)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
