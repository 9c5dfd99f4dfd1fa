/** Texts that every screen needs, as one file. */
export { default as api } from '../../api/locales/ja_JP.ts';
export { default as shell } from '../../shell/locales/ja_JP.ts';
export { default as ui } from '../../ui/locales/ja_JP.ts';
