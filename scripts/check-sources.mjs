/**
 * A source in a comment or a page can be opened by its reader. It is no document outside of the repository, and a heading
 * of a page (`docs/…/page.md, "Heading"`, or a link with `#heading`) exists.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from './preparation.mjs';

const files = ['{contract,server,console,e2e,scripts,docs,changes}/**/*.{ts,tsx,mjs,md}', '*.md'];
const skipped = /(^|\/)(node_modules|dist)\/|^scripts\/check-sources\./;

/** Names of documents that were never part of the repository. */
const unopenable = [
  /\bconsole-api\b/,
  /\bconsole-screens\b(?!\.e2e)/,
  /\bpains(\.md)?[,:]? (section |D-)?\d/,
  /\bproduct specification\b/i,
  /\bSource: (relay|domain|design|engine|field|vendors|pains)\b/,
  /\b(relay|domain|design|engine), (section )?\d/,
  /\b(the|product) family('s)?\b/i,
  /\bsister products?\b/i,
];

/**
 * @param {string} dir root of the repository
 * @returns {string[]} a line for each source that cannot be opened
 */
export function findSourceProblems(dir) {
  return globSync(files, { cwd: dir })
    .filter((path) => !skipped.test(path))
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(dir, path), 'utf8');
      const missing = [...namedHeadings(source), ...linkedHeadings(path, source)]
        .filter(({ page, heading }) => !headingsOf(join(dir, page)).has(heading))
        .map(({ page, heading }) => `: ${page} has no heading "${heading}"`);
      return [...findUnopenable(source), ...missing].map((problem) => path + problem);
    });
}

function findUnopenable(source) {
  return source
    .split('\n')
    .flatMap((line, at) =>
      unopenable.some((name) => name.test(line)) ? [`:${at + 1}: no reader can open: ${line.trim()}`] : [],
    );
}

/** `docs/page.md, "Heading"` in a comment or a text. */
function namedHeadings(source) {
  // A comment's line may end between the page and its heading.
  const text = source.replace(/\n\s*(\*|\/\/)?\s*/g, ' ');
  return [...text.matchAll(/\b(docs\/[\w./-]+\.md), "([^"]+)"/g)].map(([, page, heading]) => ({
    page,
    heading,
  }));
}

/** Links of a page to a heading, its own or another page's. */
function linkedHeadings(path, source) {
  if (!path.endsWith('.md')) return [];
  return [...source.matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)].map(([, page, heading]) => ({
    page: page === undefined ? path : join(dirname(path), page),
    heading,
  }));
}

/** Headings of a page, as they are written and as links have them. */
function headingsOf(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return new Set(headings.flatMap((heading) => [heading, toAnchor(heading)]));
}

const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

if (process.argv[1] === import.meta.filename) {
  const problems = findSourceProblems(rootDir);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
