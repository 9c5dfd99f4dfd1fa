import type { Language, SiteStatus } from '@turnpike/contract';
import type { ComponentType } from 'react';
import type { Texts } from '../i18n/texts.ts';

/** Smallest role of those who may open a screen, as the contract has it; its module would bring zod to the first screen. */
export const minimumRoles = { everybody: 0, user: 1, admin: 10, root: 100 } as const;

/** Facts of the site that features depend on. */
export type SiteFlag = 'UserInvoiceMonth' | 'model_status_page';
export type SiteFlags = Pick<SiteStatus, SiteFlag>;

export type Access = keyof typeof minimumRoles;

/** A short text that is needed before any file of texts is loaded. */
export type Title = Readonly<Record<Language, string>>;

export interface FeatureScreen {
  /**
   * Whole address. Below `/panel` it lies in the frame of the console, otherwise in that of the public pages. It may
   * have parameters (`:month`), but not the feature's first one.
   */
  path: string;
  openTo: Access;
  /** Where it differs from the feature's. */
  title?: Title;
  /** Two addresses of one function are one page, which keeps its state between them. */
  load: () => Promise<{ default: ComponentType }>;
}

/** Whether an address lies in the frame of the console. */
export const isInPanel = (path: string): boolean => path === '/panel' || path.startsWith('/panel/');

/**
 * Facts about a feature that the console has before it loads its code. Routes, guards, sidebar, breadcrumb, command palette,
 * shortcuts, the pictures of the tests and `docs/reference/screens.md` derive from it. The list is
 * `features/features.ts`.
 */
export interface Feature {
  /** Folder, and namespace of its texts. */
  name: keyof Texts;
  title: Title;
  /** The sidebar leads to the first one. */
  screens: readonly [FeatureScreen, ...FeatureScreen[]];
  /** Letter that opens it after `g`; each is used once. */
  shortcut?: string;
  /** `?open=new` makes something there: also by `n`, and from the command palette. */
  canCreate?: true;
  /** Fact of the site without which the feature is not offered. */
  siteFlag?: SiteFlag;
  /** False where a trail would only repeat the title. */
  hasBreadcrumb?: false;
}
