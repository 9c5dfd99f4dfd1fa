import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { Leftover, MediaPart, MediaSource, Part, ThinkingPart, Turn } from '../neutral/conversation.ts';
import { textPart } from '../neutral/conversation.ts';
import { invalid, type Members } from '../neutral/members.ts';
import { eachIn, objectIn } from './gemini-members.ts';
import { OpenCalls } from './gemini-open-calls.ts';
import { readSignature } from './gemini-seals.ts';

const DIALECT = 'gemini';
/** Parts without meaning elsewhere: code that ran at Google, and its results. */
const OPAQUE = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
/** Uploaded to Google before. */
const OWN_FILE = /^https:\/\/generativelanguage\.googleapis\.com\//;

/** Reads contents: their parts, the turns that they make, and which result belongs to which call. */
export class ContentReader {
  readonly turns: Turn[] = [];
  readonly #texts: LongTexts;
  readonly #leftovers: Leftover[];
  /** Calls that have no result yet. */
  readonly #open = new OpenCalls();
  #count = 0;

  constructor({ texts, leftovers }: { texts: LongTexts; leftovers: Leftover[] }) {
    this.#texts = texts;
    this.#leftovers = leftovers;
  }

  content(content: Members, isSystem = false): void {
    const role = isSystem ? 'system' : this.#role(content);
    content.any('role');
    const parts = eachIn(content, 'parts', (part) => this.#part(part)).flat();
    content.leave(this.#leftovers, DIALECT);
    const before = this.turns.at(-1);
    // A client that keeps a stream has a content for each of its events.
    if (role === 'assistant' && before?.role === role) addPieces(before.parts, parts);
    else this.turns.push({ role, name: '', parts: role === 'assistant' ? joinPieces(parts) : parts });
  }

  #role(content: Members): Turn['role'] {
    const role = content.text('role') ?? 'user';
    if (role === 'model') return 'assistant';
    if (role === 'user' || role === 'function') return 'user';
    throw invalid(content.pathOf('role'), 'invalid_value');
  }

  #part(part: Members): Part[] {
    const isThought = part.flag('thought') === true;
    const seal = readSignature(part.text('thoughtSignature') ?? '', this.#texts);
    const text = part.text('text');
    if (isThought) {
      part.leave(this.#leftovers, DIALECT);
      return [{ kind: 'thinking', text: text ?? '', isSummary: false, seal }];
    }
    const call = objectIn(part, 'functionCall');
    const read = call === null ? this.#other(part, text) : [this.#call(call, seal)];
    part.leave(this.#leftovers, DIALECT);
    // Only Google's own proof belongs to a call; that of others was put there because it survives there.
    if (seal === null || (call !== null && seal.dialect === DIALECT)) return read;
    return [{ kind: 'thinking', text: '', isSummary: false, seal }, ...read];
  }

  #call(call: Members, seal: ThinkingPart['seal']): Part {
    const name = call.requiredText('name');
    const id = call.text('id') || this.#nextId();
    this.#open.add({ id, name });
    // A text inside of a text: long ones stand in it as they are.
    const input = this.#texts.write(call.plainObject('args') ?? {}).toString('utf8');
    call.leave(this.#leftovers, DIALECT);
    const own = seal?.dialect === DIALECT ? seal : null;
    return { kind: 'call', id, name, input, isCustom: false, seal: own, mark: null };
  }

  #other(part: Members, text: string | null): Part[] {
    if (text !== null) return text === '' ? [] : [textPart(text)];
    const media = objectIn(part, 'inlineData') ?? objectIn(part, 'fileData');
    if (media !== null) return [this.#media(media)];
    const response = objectIn(part, 'functionResponse');
    if (response !== null) return [this.#result(response)];
    for (const type of OPAQUE)
      if (part.any(type) !== null) return [{ kind: 'opaque', dialect: DIALECT, type, value: part.value }];
    return [];
  }

  #result(response: Members): Part {
    const name = response.text('name') ?? '';
    const callId = this.#callOf(response.text('id') ?? '', name);
    const said = response.plainObject('response') as { output?: unknown; error?: unknown } | null;
    const isError = said !== null && said.error !== undefined && said.error !== null;
    const names = said === null ? [] : Object.keys(said);
    const value = isError ? said.error : names.length === 1 && names[0] === 'output' ? said?.output : said;
    const text =
      typeof value === 'string' ? value : value === null ? '' : this.#texts.write(value).toString('utf8');
    const media = eachIn(response, 'parts', (part) => this.#part(part)).flat();
    response.leave(this.#leftovers, DIALECT);
    const parts: Part[] = [...(text === '' ? [] : [textPart(text)]), ...media];
    return { kind: 'result', callId, name, parts, isError, mark: null };
  }

  /** By its id, else the first open call of that name, else the first open one. */
  #callOf(id: string, name: string): string {
    const call = this.#open.take(id, name);
    return id || call?.id || this.#nextId();
  }

  #nextId(): string {
    this.#count += 1;
    return `call_${this.#count}`;
  }

  #media(given: Members): MediaPart {
    const mimeType = (given.text('mimeType') ?? '').toLowerCase();
    const name = given.text('displayName') ?? '';
    const data = given.text('data');
    const source: MediaSource = data === null ? this.#fileAt(given) : { kind: 'bytes', data };
    given.leave(this.#leftovers, DIALECT);
    return { kind: 'media', media: kindOf(mimeType), mimeType, name, source, detail: '', mark: null };
  }

  #fileAt(given: Members): MediaSource {
    const url = given.requiredText('fileUri');
    return OWN_FILE.test(url) ? { kind: 'id', id: url } : { kind: 'url', url };
  }
}

function kindOf(mimeType: string): MediaPart['media'] {
  const kind = mimeType.slice(0, mimeType.indexOf('/'));
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file';
}

/** Puts pieces of a stream together again: texts, and thinking up to its proof. */
function addPieces(parts: Part[], pieces: readonly Part[]): void {
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last?.kind === 'text' && piece.kind === 'text')
      parts[parts.length - 1] = { ...last, text: last.text + piece.text };
    else if (last?.kind === 'thinking' && last.seal === null && piece.kind === 'thinking')
      parts[parts.length - 1] = { ...piece, text: last.text + piece.text };
    else parts.push(piece);
  }
}

function joinPieces(pieces: readonly Part[]): Part[] {
  const parts: Part[] = [];
  addPieces(parts, pieces);
  return parts;
}
