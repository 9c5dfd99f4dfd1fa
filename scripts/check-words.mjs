/**
 * English of comments, pages, changes, error texts and English locale files: plain words, sentences that begin with
 * their subject, at most 30 words each. Files that still break a rule stand in `check-words-exceptions.txt`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './preparation.mjs';

const files = ['{contract,server,console,e2e,scripts,docs,changes}/**/*.{ts,tsx,mjs,md}', '*.md'];
const skipped = /(^|\/)(node_modules|dist)\/|^scripts\/check-words\./;
const listPath = 'scripts/check-words-exceptions.txt';

const MAX_WORDS = 30;
/** Texts that are read as prose in code: these files' literals are shown to people. */
const shownTexts = /(^|\/)en_US\.ts$|^contract\/src\/(?!.*\.test\.ts$)/;
const MIN_SHOWN_WORDS = 4;

const badStart = /^(What|Who|Whoever|Of|Whose|Nobody)\b/;
const badWords = [
  ['he, his or him for a user: write they', /\b(?:he|his|him|himself)\b/i],
  ['dearest: write most expensive', /\bdearest\b/i],
  ['whoever: name the person', /\bwhoever\b/i],
  ['stretch: write range or part', /\bstretch(?:es)?\b/i],
  ['reach as a noun: write range or access', /\b(?:a|the|its|their|of|in|within|beyond|no) reach\b/i],
  ['shelf: name the place', /\bshel(?:f|ves)\b/i],
  ['patience: write timeout', /\bpatience\b/i],
  ['all the same: write still', /\ball the same\b/i],
  ['let go: write release', /\blet(?:s|ting)? (?:\w+ )?go\b/i],
  ['broken off: write aborted or cut', /\bbr(?:oken|eaks?|oke|eaking) (?:\w+ )?off\b/i],
  ['beside: write in addition to, or next to', /\bbeside\b/i],
  ['told, tells: write report, include or return', /\b(?:told|tells)\b/i],
  ['hold up: write block', /\bh(?:o|e)ld(?:s|ing)? (?:\w+ )?up\b/i],
  ['mend: write fix', /\bmend(?:s|ed|ing)?\b/i],
];
const badNames = [
  ['MOST_, FEW_, LEAST_: write MAX_ or MIN_', /\b(?:MOST|FEW|LEAST)_[A-Z]\w*/],
  ['Needs: write Deps', /\b\w*[a-z]Needs\b|\b(?:interface|type|import|typeof) Needs\b/],
];

/**
 * @param {string} path from the root, with slashes
 * @param {string} source
 * @returns {string[]} `line: rule: sentence` for each break of a rule
 */
export function findWordProblems(path, source) {
  const texts = path.endsWith('.md') ? textsOfPage(source) : textsOfCode(path, source);
  const problems = texts.flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      problemsOf(sentence).map((rule) => `${line}: ${rule}: ${sentence}`),
    ),
  );
  if (!path.endsWith('.md')) problems.push(...namesIn(source));
  return problems;
}

function problemsOf(sentence) {
  const problems = [];
  if (badStart.test(sentence) && !sentence.endsWith('?')) problems.push('begins with a relative clause');
  for (const [rule, pattern] of badWords) if (pattern.test(sentence)) problems.push(rule);
  const count = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
  if (count > MAX_WORDS) problems.push(`${count} words, at most ${MAX_WORDS}`);
  return problems;
}

function namesIn(source) {
  return source.split('\n').flatMap((line, at) =>
    badNames.flatMap(([rule, pattern]) => {
      const name = pattern.exec(line);
      return name === null ? [] : [`${at + 1}: ${rule}: ${name[0]}`];
    }),
  );
}

/** Comments that stand on lines of their own, and literals that people read. */
function textsOfCode(path, source) {
  const texts = [];
  const lines = source.split('\n');
  let open = null;
  const close = () => {
    if (open !== null && open.text.trim() !== '') texts.push(open);
    open = null;
  };
  let isBlock = false;
  lines.forEach((line, at) => {
    const trimmed = line.trim();
    if (isBlock || trimmed.startsWith('/*')) {
      if (!isBlock) close();
      const text = trimmed
        .replace(/^\/\*+|\*+\/$/g, '')
        .replace(/^\*(?!\*)/, '')
        .trim();
      isBlock = !trimmed.endsWith('*/');
      if (text === '' || /^(?:-|@\w+)/.test(text)) close();
      if (!/^\* @ts|biome-ignore/.test(text)) open = joined(open, text.replace(/^@\w+ ?/, ''), at);
      if (!isBlock) close();
    } else if (trimmed.startsWith('//')) {
      const text = trimmed.replace(/^\/\/+/, '').trim();
      if (/^biome-ignore|^@ts-/.test(text)) close();
      else open = joined(open, text, at);
    } else close();
  });
  close();
  if (shownTexts.test(path))
    lines.forEach((line, at) => {
      for (const [, , text] of line.matchAll(/(['"`])((?:\\.|(?!\1)[^\\])*)\1/g))
        if (text.split(' ').length >= MIN_SHOWN_WORDS) texts.push({ line: at + 1, text: plain(text) });
    });
  return texts;
}

const joined = (open, text, at) =>
  open === null ? { line: at + 1, text: plain(text) } : { ...open, text: `${open.text} ${plain(text)}` };

/** Paragraphs, list items, headings and cells of tables, without code. */
function textsOfPage(source) {
  const texts = [];
  let open = null;
  let isCode = false;
  const close = () => {
    if (open !== null) texts.push(open);
    open = null;
  };
  source.split('\n').forEach((line, at) => {
    if (/^\s*```/.test(line)) {
      close();
      isCode = !isCode;
      return;
    }
    if (isCode || /^ {4}/.test(line) || line.trim() === '') {
      close();
      return;
    }
    if (line.trim().startsWith('|')) {
      close();
      for (const cell of plain(line).split('|')) texts.push({ line: at + 1, text: cell.trim() });
      return;
    }
    if (/^\s*(?:[-*]|\d+\.|#+|>) /.test(line)) close();
    open = joined(open, line.replace(/^\s*(?:[-*]|\d+\.|#+|>) /, '').trim(), at);
  });
  close();
  return texts.filter(({ text }) => text !== '');
}

/** A text without code, links and quotations: those are others' words. */
const plain = (text) =>
  text
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/"[^"]*"/g, 'QUOTE');

function sentencesOf(text) {
  return text
    .replace(/\b(?:e\.g|i\.e|etc|vs)\./g, (word) => word.replaceAll('.', ''))
    .split(/(?<=[.!?])\s+|(?<=[:;])\s+(?=[A-Z"'([*])/)
    .map((sentence) => sentence.replace(/^[*"'([_]+/, '').trim())
    .filter((sentence) => sentence !== '');
}

/** @returns {Map<string, string[]>} problems of each file that has some, by its path */
export function findAllWordProblems(dir) {
  const found = new Map();
  for (const path of globSync(files, { cwd: dir }).sort()) {
    if (skipped.test(path)) continue;
    const problems = findWordProblems(path, readFileSync(join(dir, path), 'utf8'));
    if (problems.length > 0) found.set(path, problems);
  }
  return found;
}

/** Lines to print: breaks outside of the list, and names in the list that need not be there any more. */
export function judge(found, listed) {
  const lines = [];
  for (const [path, problems] of found)
    if (!listed.includes(path)) lines.push(...problems.map((problem) => `${path}:${problem}`));
  for (const path of listed)
    if (!found.has(path)) lines.push(`${listPath}: ${path} breaks no rule; take it off the list`);
  return lines;
}

if (process.argv[1] === import.meta.filename) {
  const named = process.argv.slice(2);
  const found = findAllWordProblems(rootDir);
  if (named.length > 0) {
    for (const path of named) for (const problem of found.get(path) ?? []) console.log(`${path}:${problem}`);
  } else {
    const listed = readFileSync(join(rootDir, listPath), 'utf8').split('\n').filter(Boolean);
    const lines = judge(found, listed);
    for (const line of lines) console.log(line);
    process.exitCode = lines.length === 0 ? 0 : 1;
  }
}
