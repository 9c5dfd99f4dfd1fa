/** Texts that every screen needs, as one file. */
export { default as api } from '../../api/locales/en_US.ts';
export { default as shell } from '../../shell/locales/en_US.ts';
export { default as ui } from '../../ui/locales/en_US.ts';
