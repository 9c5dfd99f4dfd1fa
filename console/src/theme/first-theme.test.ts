import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../public/first-theme.js'), 'utf8');

describe('the theme of the first paint', () => {
  afterEach(() => {
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it.each([
    [null, 'light'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['system', 'dark'],
  ])('on a dark system with the choice %s is %s', (choice, theme) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('dark') }));
    if (choice !== null) localStorage.setItem('theme', choice);
    new Function(script)();
    expect(document.documentElement.dataset.theme).toBe(theme);
  });
});
