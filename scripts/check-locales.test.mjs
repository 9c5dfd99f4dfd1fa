import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLocaleProblems } from './check-locales.mjs';

const languages = ['zh_CN', 'zh_HK', 'en_US', 'ja_JP'];
let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnpike-locales-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('the check of locale keys', () => {
  it('is content with equal keys in four languages', async () => {
    for (const language of languages)
      write('token', language, { title: language, form: { name: '{{ name }}' } });

    expect(await findLocaleProblems(dir)).toEqual({ problems: [], folders: 1, keys: 2 });
  });

  it('names the missing key, the empty text, the lost placeholder and the missing language', async () => {
    write('token', 'zh_CN', { title: '令牌', form: { name: '名称 {{name}}', hint: '提示' } });
    write('token', 'zh_HK', { title: '權杖', form: { name: '名稱', hint: '提示' } });
    write('token', 'en_US', { title: 'Token', form: { name: 'Name {{name}}', hint: ' ' } });
    write('log', 'zh_CN', { title: '日志' });
    for (const language of languages.slice(1)) write('log', language, { title: 'x', extra: 'y' });

    expect((await findLocaleProblems(dir)).problems.sort()).toEqual([
      'console/src/features/log/locales: zh_CN lacks "extra"',
      'console/src/features/token/locales: en_US "form.hint" is empty',
      'console/src/features/token/locales: ja_JP is missing',
      'console/src/features/token/locales: zh_HK "form.name" has other placeholders than zh_CN',
    ]);
  });
});

function write(feature, language, texts) {
  const folder = join(dir, 'console/src/features', feature, 'locales');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${language}.ts`),
    `type Texts = Record<string, unknown>;\nexport default ${JSON.stringify(texts)} satisfies Texts;\n`,
  );
}
