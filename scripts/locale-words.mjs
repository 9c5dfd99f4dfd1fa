/** Finds faults that typed keys do not show: unused texts, and texts in another language. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Texts of errors: the server names them, by the codes of `contract/src/error-catalogue.ts`. */
const namedElsewhere = new Set(['api']);
const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Equal in every language on purpose: names, units, marks. */
const sameEverywhere = [
  /^[^\p{L}]*$/u,
  /^(App ID|Bark|Base64|CSV|Creem|DingTalk|Discord|GitHub|Gotify|HTML|ID|IP|JSON|Lark( \/ Feishu)?|Markdown|OIDC|PayPal|PDF|PushDeer|RPM|Slack|Stripe|Telegram|TPM|Turnpike|URL|USDT|VIP|Webhook|WeChat|WeCom|cURL|Python|JavaScript|ms|ntfy|s|token|tokens?)$/i,
];

/** Written alike in both, though no other Traditional text has them yet. */
const commonCharacters = '短含映射充否易心因像素退';

/**
 * Keys that no source names: neither in quotes, nor by the beginning that a template gives (`range_${name}`).
 * @param {string} dir root of the repository
 * @param {{ name: string, folder: string, keys: Iterable<string> }[]} namespaces `folder` holds the `locales` folder
 * @returns {string[]}
 */
export function findUnusedTexts(dir, namespaces) {
  const files = globSync('console/src/**/*.{ts,tsx}', { cwd: dir })
    .filter((file) => !file.includes('/locales/') && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(dir, file), 'utf8') }));
  const everything = files.map(({ text }) => text).join('\n');
  return namespaces
    .filter(({ name, folder }) => folder.startsWith('console/') && !namedElsewhere.has(name))
    .flatMap(({ name, folder, keys }) => {
      const isFeature = folder.includes('/features/');
      const own = isFeature
        ? files
            .filter(({ file }) => file.startsWith(`${folder}/`))
            .map(({ text }) => text)
            .join('\n')
        : everything;
      const used = new Set([...words(own, ''), ...words(everything, `${name}:`)]);
      const beginnings = [...templates(own, ''), ...templates(everything, `${name}:`)];
      return [...new Set([...keys].map((key) => key.replace(pluralEnding, '')))]
        .filter((key) => !used.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)))
        .map((key) => `${folder}/locales: "${key}" is shown nowhere`);
    });
}

const words = (source, prefix) =>
  [...source.matchAll(new RegExp(`['"\`]${prefix}([\\w.-]+)['"\`]`, 'g'))].map(([, word]) => word);

const templates = (source, prefix) =>
  [...source.matchAll(new RegExp(`\`${prefix}([a-zA-Z]\\w*[._])\\$\\{`, 'g'))].map(([, word]) => word);

/**
 * Texts that are the same in two languages and should not be.
 * @param {Partial<Record<string, Map<string, string>>>} texts by language, then by key
 * @param {ReadonlySet<string>} hongKong characters that Traditional texts of their own use
 */
export function findCopiedTexts(texts, hongKong) {
  const { zh_CN, zh_HK, en_US, ja_JP } = texts;
  if ([zh_CN, zh_HK, en_US, ja_JP].includes(undefined)) return [];
  const problems = [];
  for (const [key, english] of en_US) {
    const bare = english.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '').trim();
    const isName = sameEverywhere.some((pattern) => pattern.test(bare));
    for (const [language, own] of Object.entries({ zh_CN, zh_HK, ja_JP })) {
      if (!isName && own.get(key) === english) problems.push(`${language} "${key}" is English: ${english}`);
    }
    const simplified = zh_CN.get(key);
    if (simplified !== undefined && simplified === zh_HK.get(key)) {
      const strange = [...simplified].filter((one) => /\p{Script=Han}/u.test(one) && !hongKong.has(one));
      if (strange.length > 0) problems.push(`zh_HK "${key}" has ${strange.join('')} of zh_CN: ${simplified}`);
    }
  }
  return problems;
}

/** Characters of Traditional texts that differ from their Simplified ones. */
export function ownCharacters(folders) {
  const pairs = folders.flatMap(({ zh_CN, zh_HK }) =>
    [...(zh_HK ?? [])].filter(([key, text]) => zh_CN?.get(key) !== text),
  );
  return new Set([...commonCharacters, ...pairs.flatMap(([, text]) => [...String(text)])]);
}

/** Folder and name of the texts in a `locales` folder. */
export const namespaceOf = (localesFolder) => {
  const folder = dirname(localesFolder);
  return { folder, name: folder.split('/').at(-1) };
};
