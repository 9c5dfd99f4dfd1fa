import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLocaleProblems, findWordProblems } from './check-locales.mjs';

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

describe('the check of words', () => {
  it('is content with texts that are named in quotes, by a template or with their folder', async () => {
    for (const language of languages)
      write('token', language, {
        title: words[language],
        range_day: words[language],
        other: words[language],
      });
    screen('token', `t('title'); t(\`range_\${name}\`)`);
    screen('log', "t('token:other')");

    expect(await findWordProblems(dir)).toEqual([]);
  });

  it('names what is shown nowhere, what is still English, and Simplified characters in Traditional texts', async () => {
    write('token', 'zh_CN', { title: '设置', hint: 'Click here', gone: '令牌', unit: 'ms' });
    write('token', 'zh_HK', { title: '设置', hint: '按這裏', gone: '權杖', unit: 'ms' });
    write('token', 'en_US', { title: 'Settings', hint: 'Click here', gone: 'Token', unit: 'ms' });
    write('token', 'ja_JP', { title: '設定', hint: 'ここをクリック', gone: 'トークン', unit: 'ms' });
    screen('token', "t('title'); t('hint'); t('unit')");

    expect((await findWordProblems(dir)).sort()).toEqual([
      'console/src/features/token/locales: "gone" is shown nowhere',
      'console/src/features/token/locales: zh_CN "hint" is English: Click here',
      'console/src/features/token/locales: zh_HK "title" has 设置 of zh_CN: 设置',
    ]);
  });
});

const words = { zh_CN: '标题', zh_HK: '標題', en_US: 'Title', ja_JP: 'タイトル' };

function screen(feature, source) {
  const folder = join(dir, 'console/src/features', feature);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${feature}-page.tsx`), source);
}

function write(feature, language, texts) {
  const folder = join(dir, 'console/src/features', feature, 'locales');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${language}.ts`),
    `type Texts = Record<string, unknown>;\nexport default ${JSON.stringify(texts)} satisfies Texts;\n`,
  );
}
