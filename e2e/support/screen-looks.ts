import type { Language } from './watched-page.ts';

/** How a reader sees the console. */
export interface Look {
  name: string;
  language: Language;
  theme: Theme;
  width: Width;
}

type Theme = 'light' | 'dark';
type Width = 1440 | 900 | 360;

const languages: readonly Language[] = ['zh_CN', 'zh_HK', 'en_US', 'ja_JP'];
const themes: readonly Theme[] = ['light', 'dark'];
const widths: readonly Width[] = [1440, 900, 360];

const toLook = (language: Language, theme: Theme, width: Width): Look => ({
  ...{ name: `${language}-${theme}-${width}`, language, theme, width },
});

const allLooks: readonly Look[] = languages.flatMap((language) =>
  themes.flatMap((theme) => widths.map((width) => toLook(language, theme, width))),
);

/**
 * Six groups of two looks. Each group has both themes and two widths and languages; together they have every pair of
 * language and width, language and theme, width and theme.
 */
const groups: readonly (readonly Look[])[] = [
  [toLook('zh_CN', 'light', 1440), toLook('zh_HK', 'dark', 360)],
  [toLook('zh_HK', 'dark', 900), toLook('en_US', 'light', 360)],
  [toLook('en_US', 'dark', 1440), toLook('ja_JP', 'light', 900)],
  [toLook('ja_JP', 'light', 1440), toLook('zh_CN', 'dark', 360)],
  [toLook('zh_CN', 'light', 900), toLook('ja_JP', 'dark', 360)],
  [toLook('zh_HK', 'light', 1440), toLook('en_US', 'dark', 900)],
];

/** Every look of every screen: `npm run e2e -- --all`. */
export const showsAll = process.env.TURNPIKE_ALL_LOOKS === '1';

export const shownLooks: readonly Look[] = showsAll ? allLooks : groups.flat();

/** Whether this screen is shown in this look: in all of them, or in those of one group. */
export function isShownIn(look: Look, screenNumber: number): boolean {
  if (showsAll) return true;
  return groups[screenNumber % groups.length]?.some(({ name }) => name === look.name) === true;
}

/** Pairs of values that no look has; the selection is complete when there are none. */
export function missingPairs(looks: readonly Look[]): string[] {
  const has = (part: Partial<Look>) =>
    looks.some((look) => Object.entries(part).every(([name, value]) => look[name as keyof Look] === value));
  const pairs: Partial<Look>[] = [
    ...languages.flatMap((language) => widths.map((width) => ({ language, width }))),
    ...languages.flatMap((language) => themes.map((theme) => ({ language, theme }))),
    ...widths.flatMap((width) => themes.map((theme) => ({ width, theme }))),
  ];
  return pairs.filter((pair) => !has(pair)).map((pair) => Object.values(pair).join(' '));
}
