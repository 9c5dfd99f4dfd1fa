import { readdirSync, readFileSync } from 'node:fs';
import type { ConversationDialect } from '@turnpike/contract';

/** A rule of conversions: `D-05-results-follow-their-calls.json`. */
export interface RuleFile {
  /** A few sentences. */
  rule: string;
  /** Tests of what is no conversion: a file of the repository, and the title of a test in it. */
  tests?: { file: string; title: string }[];
  /** One user makes the calls, in this order. */
  cases: RuleCase[];
}

/** One call: what goes in on both sides, and what comes out of them. */
export interface RuleCase {
  title: string;
  caller: ConversationDialect;
  /** Left out where nobody has the model. */
  upstream?: ConversationDialect;
  model: string;
  stream?: true;
  /** Points of a caller who has too few. */
  balance?: number;
  headers?: Record<string, string>;
  /** As the caller sends it, but for the model and `stream`; a text is sent as it is. */
  request: object | string;
  /** The request to the upstream: a text if the caller sent one; absent if none is sent. */
  sent?: unknown;
  /** The upstream's answer; absent if the case is about the request alone. */
  reply?: Message;
  /** The answer to the caller; always present for a refusal. */
  answer?: Message;
  /** Fates of fields, as in the log row; absent if all were kept. */
  report?: string[];
  /** How the log row has the end and the tokens; left out with the answer, and where there is no row. */
  logged?: object;
}

/** A whole answer, or a stream: an object is the data of an event, a text a comment or data that is no JSON. */
export interface Message {
  /** Left out where it is 200. */
  status?: number;
  body?: unknown;
  events?: unknown[];
}

export interface NamedRule extends RuleFile {
  /** As `D-05`. */
  number: string;
  fileName: string;
}

const FILE = /^(D-\d\d)-[a-z0-9-]+\.json$/;
const LINE_WIDTH = 110;

/** Every file of the folder. @throws where one has another name than a rule's */
export function readRules(): NamedRule[] {
  const folder = new URL('.', import.meta.url);
  return readdirSync(folder)
    .filter((fileName) => !fileName.endsWith('.ts'))
    .sort()
    .map((fileName) => {
      const [, number] = FILE.exec(fileName) ?? [];
      if (number === undefined) throw new Error(`${fileName} is no file of a rule`);
      const rule = JSON.parse(readFileSync(new URL(fileName, folder), 'utf8')) as RuleFile;
      return { number, fileName, ...rule };
    });
}

/** A file as it stands in the folder. */
export const ruleText = ({ rule, tests, cases }: RuleFile): string =>
  `${pretty({ rule, tests, cases: cases.map(ordered) }, 0)}\n`;

function ordered(one: RuleCase): object {
  const { title, caller, upstream, model, stream, balance, headers, request } = one;
  const { sent, reply, answer, report, logged } = one;
  return {
    ...{ title, caller, upstream, model, stream, balance, headers, request },
    ...{ sent, reply, answer, report, logged },
  };
}

/** On one line what fits there. */
function pretty(value: unknown, indent: number): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent + line.length <= LINE_WIDTH) return line;
  const inner = ' '.repeat(indent + 2);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => pretty(item, indent + 2))
    : membersOf(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${prettyMember(name, member, indent + 2)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

/** Events stand on a line each. */
function prettyMember(name: string, value: unknown, indent: number): string {
  if (name !== 'events' || !Array.isArray(value) || value.length === 0) return pretty(value, indent);
  const inner = ' '.repeat(indent + 2);
  return `[\n${value.map((event) => inner + oneLine(event)).join(',\n')}\n${' '.repeat(indent)}]`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = membersOf(value).map(([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);
