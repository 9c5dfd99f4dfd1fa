import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, picturePath, type TestBrowser } from './browser.ts';

const samples = {
  'zh-CN': '汉字 令牌 渠道 额度',
  'zh-HK': '漢字 權杖 渠道 額度 嘅啲咗',
  'ja-JP': '漢字 トークン チャンネル ひらがな',
  'en-US': 'Token Channel Quota',
};

describe('the browser of the tests', () => {
  let test: TestBrowser | undefined;
  beforeAll(async () => {
    test = await launchBrowser();
  });
  afterAll(() => test?.close());

  it('draws a glyph of its own for every character of the four languages', async () => {
    const page = await test?.browser.newPage();
    if (page === undefined) throw new Error('no browser');
    const lines = Object.entries(samples).map(([language, text]) => `<p lang="${language}">${text}</p>`);
    await page.setContent(`<body style="font: 32px sans-serif">${lines.join('')}</body>`);

    const missing: string[] = [];
    for (const character of new Set(Object.values(samples).join('').replaceAll(' ', ''))) {
      if (await page.evaluate(`(${looksMissing})(${JSON.stringify(character)})`)) missing.push(character);
    }

    expect(missing).toEqual([]);
    const path = picturePath('fonts');
    await page.screenshot({ path });
    expect(existsSync(path)).toBe(true);
  });
});

/** Runs in the page: a character without a glyph is drawn as the same box as an unassigned one. */
const looksMissing = `(character) => {
  const draw = (text) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 48;
    const pen = canvas.getContext('2d');
    pen.font = '32px sans-serif';
    pen.fillText(text, 4, 36);
    return canvas.toDataURL();
  };
  return [draw('\\u{10FFF0}'), draw(' ')].includes(draw(character));
}`;
