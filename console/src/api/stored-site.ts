import type { SiteStatus } from '@turnpike/contract';

/** One-hub's names. Source: docs/reference/compatibility.md, "Stored keys". */
const SITE = 'siteInfo';
const POINTS_PER_UNIT = 'quota_per_unit';
const SHOWS_CURRENCY = 'display_in_currency';

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Keeps the site's facts for a start at which the server does not answer. */
export function storeSite(status: SiteStatus): void {
  try {
    localStorage.setItem(SITE, JSON.stringify(status));
    localStorage.setItem(POINTS_PER_UNIT, String(status.quota_per_unit));
    localStorage.setItem(SHOWS_CURRENCY, String(status.display_in_currency));
  } catch {
    // A browser that stores nothing starts with the server only.
  }
}

/** Members that every page draws. */
const texts = ['system_name', 'server_address', 'version', 'logo', 'footer_html'] as const;

/** The facts of the last answer; those that one-hub left behind lack what this console needs. */
export function readStoredSite(): SiteStatus | undefined {
  try {
    const status = JSON.parse(read(SITE) ?? 'null') as SiteStatus | null;
    return status?.is_set_up === true && texts.every((name) => typeof status[name] === 'string')
      ? status
      : undefined;
  } catch {
    return undefined;
  }
}

export function readStoredUnits(): { pointsPerUnit: number | undefined; showsCurrency: boolean | undefined } {
  const points = Number(read(POINTS_PER_UNIT));
  const shows = read(SHOWS_CURRENCY);
  return {
    pointsPerUnit: points > 0 ? points : undefined,
    showsCurrency: shows === null ? undefined : shows === 'true',
  };
}
