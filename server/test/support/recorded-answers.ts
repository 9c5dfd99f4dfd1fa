import { readdirSync, readFileSync } from 'node:fs';
import type { ConversationDialect } from '@turnpike/contract';

/** An answer that a vendor gave. */
export interface RecordedAnswer {
  /** That of its file, how it was sent, and the number of the stream where the file has several. */
  name: string;
  dialect: ConversationDialect;
  isStream: boolean;
  /** HTTP status. */
  status: number;
  /** Data of each event, or the whole answer. */
  data: string[];
  /** As the vendor's server sends it. */
  body: string;
}

const ROOT = new URL('../recordings/', import.meta.url);

/** Statuses of error answers; the others are 200. */
const STATUS: Readonly<Record<string, number>> = {
  ...{ 'azure-error-404': 404, 'groq-error-400': 400, 'openrouter-error-400': 400 },
  ...{ 'google-429-retry-info': 429, 'vertex-context-overflow': 400, 'openai-error.1': 429 },
};

const namedEvent = (data: string): string =>
  `event: ${(JSON.parse(data) as { type: string }).type}\ndata: ${data}\n\n`;

/** An event as the dialect's first vendor frames it; what begins with a colon is a comment. */
export const frameOf: Readonly<Record<ConversationDialect, (data: string) => string>> = {
  'openai-chat': (data) => (data.startsWith(':') ? `${data}\n\n` : `data: ${data}\n\n`),
  'openai-responses': namedEvent,
  'anthropic-messages': namedEvent,
  gemini: (data) => `data: ${data}\r\n\r\n`,
};

/** All that stand in a dialect's folder, by their names. */
export const recordedAnswers = (dialect: ConversationDialect): RecordedAnswer[] =>
  readdirSync(new URL(dialect, ROOT))
    .filter((file) => /\.(json|chunks\.txt)$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(new URL(`${dialect}/${file}`, ROOT), 'utf8');
      return file.endsWith('.json') ? [wholeOf(dialect, file, text)] : streamsOf(dialect, file, text);
    });

function wholeOf(dialect: ConversationDialect, file: string, text: string): RecordedAnswer {
  const stem = file.replace('.json', '');
  const status = STATUS[stem] ?? 200;
  return { name: `${stem} whole`, dialect, isStream: false, status, data: [text], body: text };
}

/** One file of Responses may hold several. */
function streamsOf(dialect: ConversationDialect, file: string, text: string): RecordedAnswer[] {
  const streams = text.trim().split(/\n(?=\{"type":"response\.created")/);
  return streams.map((lines, at) => {
    const data = lines.split('\n');
    const name = `${file.replace('.chunks.txt', '')} stream${streams.length > 1 ? ` ${at + 1}` : ''}`;
    return { name, dialect, isStream: true, status: 200, data, body: data.map(frameOf[dialect]).join('') };
  });
}

const CHAT_END = 'data: [DONE]\n\n';

/** The stream for a caller of the same dialect: unchanged, with an end if the vendor omits it. */
export const passedStreamOf = (dialect: ConversationDialect, body: string): string =>
  dialect === 'openai-chat' && !body.endsWith(CHAT_END) ? body + CHAT_END : body;
