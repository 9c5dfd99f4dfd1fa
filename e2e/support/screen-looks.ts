import { isLong } from '../../server/test/support/long-tests.ts';
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

/** Each screen has one of these, in turn: every language, and each theme on a phone and on a wider page. */
const fewLooks: readonly Look[] = [
  toLook('zh_CN', 'light', 360),
  toLook('en_US', 'dark', 1440),
  toLook('zh_HK', 'light', 900),
  toLook('ja_JP', 'dark', 360),
];

/** With `--long` each screen has every look. */
export const shownLooks: readonly Look[] = isLong ? allLooks : fewLooks;

export const isShownIn = (look: Look, screenNumber: number): boolean =>
  isLong || fewLooks[screenNumber % fewLooks.length]?.name === look.name;
