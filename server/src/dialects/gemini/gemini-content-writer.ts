import type { RequestTarget } from '../conversation-format.ts';
import { leaveOutMark } from '../neutral/cache-marks.ts';
import { requestInput } from '../neutral/call-input.ts';
import type { CacheMark, CallPart, MediaPart, Part, ResultPart, Turn } from '../neutral/conversation.ts';
import { TYPES_BY_ENDING } from '../neutral/file-names.ts';
import { beginOfCurrentTurn } from '../neutral/history.ts';
import { invalid } from '../neutral/members.ts';
import { type GeminiFeatures, TOOL_NAME } from './gemini-features.ts';
import { isPublicFile } from './gemini-kept.ts';
import { NO_SIGNATURE } from './gemini-seals.ts';

const DIALECT = 'gemini';
const USUAL_TYPES: Readonly<Record<MediaPart['media'], string>> = {
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  file: 'application/pdf',
};
/** Characters of an address that are looked at. */
const MAX_ADDRESS = 4096;

interface GeminiPart {
  text?: string;
  functionCall?: object;
  thoughtSignature?: string;
}

/** Writes turns as contents. */
export class ContentWriter {
  readonly #target: RequestTarget;
  readonly #features: GeminiFeatures;
  /** A proof whose part comes next. */
  #signature: string | null = null;

  constructor(target: RequestTarget, features: GeminiFeatures) {
    this.#target = target;
    this.#features = features;
  }

  /** @param turns without system turns, results grouped */
  contents(turns: readonly Turn[]): object[] {
    const current = beginOfCurrentTurn(turns);
    const contents: { role: string; parts: object[] }[] = [];
    for (const [at, { role: speaker, parts: said }] of turns.entries()) {
      const role = speaker === 'assistant' ? 'model' : 'user';
      const parts = role === 'model' ? this.#model(said, at > current) : this.#user(said);
      const before = contents.at(-1);
      // Where nothing of a turn can be said, its neighbours are one content.
      if (before?.role === role) for (const part of parts) before.parts.push(part);
      else if (parts.length > 0) contents.push({ role, parts });
    }
    return contents;
  }

  /** @returns null where nothing is said */
  system(parts: readonly Part[]): object | null {
    const texts = parts.flatMap((part) => {
      if (part.kind === 'text') return this.#part(part);
      this.#target.report.note('dropped', `system.${part.kind}`);
      return [];
    });
    return texts.length === 0 ? null : { parts: texts };
  }

  #user(said: readonly Part[]): object[] {
    const results = said.filter((part) => part.kind === 'result');
    const shown = this.#features.richFunctions ? [] : results.flatMap((result) => this.#mediaOf(result));
    const others = said.filter((part) => part.kind !== 'result');
    return [
      ...results.map((result) => this.#result(result)),
      ...[...shown, ...others].flatMap((part) => this.#part(part)),
    ];
  }

  #model(said: readonly Part[], isCurrent: boolean): GeminiPart[] {
    this.#signature = null;
    const ofCalls = this.#signaturesOfCalls(said);
    const parts = said.flatMap((part): GeminiPart[] => {
      if (part.kind === 'thinking') return this.#thinking(part, ofCalls);
      const written = this.#part(part);
      const [first] = written;
      if (first !== undefined && this.#signature !== null) {
        first.thoughtSignature ??= this.#signature;
        this.#signature = null;
      }
      return written;
    });
    if (this.#signature !== null) parts.push({ text: '', thoughtSignature: this.#signature });
    const call = parts.find(({ functionCall }) => functionCall !== undefined);
    if (isCurrent && this.#features.needsSignatures && call !== undefined && !call.thoughtSignature) {
      call.thoughtSignature = NO_SIGNATURE;
      this.#target.report.note('added', 'thought_signature', 'the calls are not of this model');
    }
    return parts;
  }

  #signaturesOfCalls(said: readonly Part[]): ReadonlySet<string> {
    const { texts } = this.#target;
    return new Set(
      said.flatMap((part) =>
        part.kind === 'call' && part.seal?.dialect === DIALECT ? [texts.full(part.seal.value)] : [],
      ),
    );
  }

  /**
   * The proof of thinking stands on the part after it.
   * @param ofCalls seals that stand on their calls; a seal that came twice stays there
   */
  #thinking({ text, seal }: Part & { kind: 'thinking' }, ofCalls: ReadonlySet<string>): GeminiPart[] {
    const { report, texts } = this.#target;
    if (seal?.dialect !== DIALECT) {
      report.note('dropped', 'thinking', 'without a signature of the target');
      return [];
    }
    if (ofCalls.size === 0 || !ofCalls.has(texts.full(seal.value))) this.#signature = seal.value;
    return text === '' ? [] : [{ text, thought: true } as GeminiPart];
  }

  #part(part: Part): GeminiPart[] {
    const { report } = this.#target;
    switch (part.kind) {
      case 'text':
        this.#noteMark(part);
        if (part.citations.length > 0) report.note('dropped', 'citations');
        return part.text === '' ? [] : [{ text: part.text }];
      case 'refusal':
        return part.text === '' ? [] : [{ text: part.text }];
      case 'media':
        this.#noteMark(part);
        return [this.#media(part)];
      case 'call':
        return [this.#call(part)];
      case 'opaque':
        if (part.dialect === DIALECT) return [part.value];
        report.note('dropped', `content.${part.type}`);
        return [];
      default:
        report.note('dropped', `content.${part.kind}`);
        return [];
    }
  }

  #call(call: CallPart): GeminiPart {
    const { report, texts, toolNames } = this.#target;
    const { id, seal } = call;
    const name = toolNames.write(call.name, TOOL_NAME);
    this.#noteMark(call);
    if (seal !== null && seal.dialect !== DIALECT) report.note('dropped', 'signature');
    return {
      functionCall: { id, name, args: requestInput(call, { texts, report }) },
      ...(seal?.dialect === DIALECT && { thoughtSignature: seal.value }),
    };
  }

  #result(result: ResultPart): object {
    this.#noteMark(result);
    const { callId: id, isError } = result;
    const name = this.#target.toolNames.write(result.name, TOOL_NAME);
    const text = result.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    const media = this.#features.richFunctions ? this.#mediaOf(result) : [];
    return {
      functionResponse: {
        ...{ id, name, response: isError ? { error: text } : { output: text } },
        ...(media.length > 0 && { parts: media.flatMap((part) => this.#part(part)) }),
      },
    };
  }

  #mediaOf(result: ResultPart): MediaPart[] {
    const { report } = this.#target;
    const media = result.parts.filter((part) => part.kind === 'media');
    if (media.length > 0 && !this.#features.richFunctions)
      report.note('approximated', 'tool_result.content', 'media follow the results');
    for (const { kind } of result.parts)
      if (kind !== 'media' && kind !== 'text') report.note('dropped', `tool_result.content.${kind}`);
    return media;
  }

  /** @throws request.invalid where the model takes no such media */
  #media({ media, mimeType, name, source, detail }: MediaPart): object {
    const { report, texts } = this.#target;
    if (detail !== '' && detail !== 'auto') report.note('dropped', 'image_url.detail');
    if (name !== '' && source.kind !== 'text') report.note('approximated', 'file.filename', 'left out');
    switch (source.kind) {
      case 'text':
        return { text: source.text };
      case 'bytes':
        return { inlineData: { mimeType: mimeType || USUAL_TYPES[media], data: source.data } };
      case 'id':
        if (!/^https:/.test(source.id)) throw invalid('messages.content', 'unsupported_file_id');
        return { fileData: { ...(mimeType !== '' && { mimeType }), fileUri: source.id } };
      default: {
        const { url } = source;
        const begin = texts.head(url, MAX_ADDRESS);
        const isRead = /^(?:https?|gs):/.test(begin) && isPublicFile('fileUri', begin);
        if (!this.#features.urls || !isRead) throw invalid('messages.content', `unsupported_${media}_url`);
        const type = mimeType || typeOfAddress(begin);
        return { fileData: { ...(type !== '' && { mimeType: type }), fileUri: url } };
      }
    }
  }

  #noteMark({ mark }: { mark: CacheMark | null }): void {
    leaveOutMark(mark, this.#target.report);
  }
}

function typeOfAddress(url: string): string {
  const [, ending = ''] = /\.(\w{2,5})(?:[?#]|$)/.exec(url) ?? [];
  return TYPES_BY_ENDING.get(ending.toLowerCase()) ?? '';
}
