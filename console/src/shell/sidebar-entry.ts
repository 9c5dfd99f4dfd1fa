import type { Feature } from './feature.ts';
import type shellTexts from './locales/zh_CN.ts';

/** Key of a title in the shell's texts. */
export type TitleKey = keyof typeof shellTexts;

/** Features that belong together, folded until one of them is open. */
export interface SidebarCollapseEntry {
  id: TitleKey;
  items: readonly Feature[];
}

export type SidebarEntry = Feature | SidebarCollapseEntry;

export interface SidebarGroup {
  id: TitleKey;
  /** Title for users who are not administrators, where it differs. */
  userTitle?: TitleKey;
  entries: readonly SidebarEntry[];
}
