/**
 * A source that a comment or a page names is something that its reader can open: no document outside of the
 * repository, and of `docs/reference/compatibility.md` a heading that is there.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './preparation.mjs';

const page = 'docs/reference/compatibility.md';
const files = ['{contract,server,console,e2e,scripts,docs,changes}/**/*.{ts,tsx,mjs,md}', '*.md'];
const skipped = /(^|\/)(node_modules|dist)\/|^scripts\/check-sources\./;

/** Names of documents that were never part of the repository. */
const unopenable = [
  /\bconsole-api\b/,
  /\bconsole-screens\b(?!\.e2e)/,
  /\bpains(\.md)?[,:]? (section |D-)?\d/,
  /\bproduct specification\b/i,
  /\bsource: (relay|domain|design|engine|field|vendors|pains)\b/i,
  /\b(relay|domain|design|engine), (section )?\d/,
  /\b(the|product) family('s)?\b/i,
  /\bsister products?\b/i,
];

/**
 * @param {string} dir root of the repository
 * @returns {string[]} a line for each source that cannot be opened
 */
export function findSourceProblems(dir) {
  const headings = headingsOf(readFileSync(join(dir, page), 'utf8'));
  return globSync(files, { cwd: dir })
    .filter((path) => !skipped.test(path))
    .sort()
    .flatMap((path) => problemsOf(readFileSync(join(dir, path), 'utf8'), headings, path));
}

function problemsOf(source, headings, path) {
  const lines = source.split('\n');
  const named = lines.flatMap((line, at) =>
    unopenable.some((name) => name.test(line))
      ? [`${path}:${at + 1}: no reader can open: ${line.trim()}`]
      : [],
  );
  // A comment's line may end between the page and its heading.
  const text = source.replace(/\n\s*(\*|\/\/)?\s*/g, ' ');
  const missing = [...text.matchAll(/compatibility\.md(?:, "([^"]+)"|#([\w-]+))/g)]
    .filter(([, heading, anchor]) => !headings.has(heading ?? anchor))
    .map(([, heading, anchor]) => `${path}: ${page} has no heading "${heading ?? anchor}"`);
  return [...named, ...missing];
}

/** Headings of a page, as they are written and as a link's anchor has them. */
function headingsOf(text) {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return new Set(headings.flatMap((heading) => [heading, heading.toLowerCase().replaceAll(' ', '-')]));
}

if (process.argv[1] === import.meta.filename) {
  const problems = findSourceProblems(rootDir);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
