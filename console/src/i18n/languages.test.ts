import { afterEach, expect, it } from 'vitest';
import { readStoredLanguage, writeStoredLanguage } from './languages.ts';

afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

it('takes the language that the address names, then the own choice, then what one-hub left', () => {
  expect(readStoredLanguage()).toBeUndefined();
  localStorage.setItem('i18nextLng', 'zh_HK');
  expect(readStoredLanguage()).toBe('zh_HK');
  writeStoredLanguage('en_US');
  expect(readStoredLanguage()).toBe('en_US');
  window.history.replaceState(null, '', '/?lng=ja_JP');
  expect(readStoredLanguage()).toBe('ja_JP');
  window.history.replaceState(null, '', '/?lng=klingon');
  expect(readStoredLanguage()).toBe('en_US');
});
