/** Texts that every screen needs, as one file. */
export { default as api } from '../../api/locales/zh_HK.ts';
export { default as shell } from '../../shell/locales/zh_HK.ts';
export { default as ui } from '../../ui/locales/zh_HK.ts';
