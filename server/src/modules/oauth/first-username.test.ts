import { describe, expect, it } from 'vitest';
import { numberedUsername, usernameFrom } from './first-username.ts';

describe('the first user name', () => {
  it.each([
    ['octocat', 'octocat'],
    ['Mona-the-octocat', 'Mona-the-oct'],
    ['ann@example.com', 'annexample.c'],
    ['a/b\\c d\u200b\0', 'abcd'],
    ['李雷雷', '李雷雷'],
    [`${'x'.repeat(11)}😀`, 'x'.repeat(11)],
    ['ab', ''],
    ['   ', ''],
    ['\ud800\ud800\ud800', ''],
  ])('from %j is %j', (wish, name) => {
    expect(usernameFrom(wish)).toBe(name);
  });

  it.each([
    [7, 'github_7'],
    [99_999, 'github_99999'],
    [1_000_000, 'gith_1000000'],
  ])('with the number %i is %s', (number, name) => {
    expect(numberedUsername('github', number)).toBe(name);
  });
});
