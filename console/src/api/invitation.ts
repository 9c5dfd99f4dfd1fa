/** The code of the link by which a visitor came stays until an account is opened with it. */
const KEY = 'aff';
const MAX_LENGTH = 64;

/** @param search of the address */
export function keepInvitation(search: URLSearchParams): void {
  const code = search.get('aff')?.trim() ?? '';
  if (code === '' || code.length > MAX_LENGTH) return;
  inStorage((storage) => storage.setItem(KEY, code));
}

/** @returns undefined where there is none */
export const keptInvitation = (): string | undefined =>
  inStorage((storage) => storage.getItem(KEY) ?? undefined);

export const forgetInvitation = (): void => inStorage((storage) => storage.removeItem(KEY));

/** A browser may refuse to store; an invitation is then lost with the page. */
function inStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
