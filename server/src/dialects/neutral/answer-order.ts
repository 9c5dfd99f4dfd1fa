import { areReadable, type Usage } from '../../billing/usage.ts';
import { type FailureCode, StreamFindings } from '../stream-path.ts';
import type { AnswerHead, Logprob, PartNote, ReadStop, Stop } from './answer.ts';
import type { AnswerSink, PartHead } from './answer-sink.ts';
import { BrokenAnswerError, MalformedCallError } from './broken-answer.ts';
import type { ConversionReport } from './conversion-report.ts';
import { type HeldPart, HeldParts, InputProgress } from './held-parts.ts';
import { type Failure, failureTexts, isFailure, isFilter } from './stop-reasons.ts';
import type { ToolNames } from './tool-names.ts';

/** Answers with more parts than this are no answers. */
const MAX_PARTS = 10_000;
const MAX_CHOICES = 128;
/** Pictures, seals, sources and likely tokens of an answer in all, and the input of one call: some writers keep them. */
const MAX_BESIDE_BYTES = 32 * 2 ** 20;
const MAX_INPUT_LENGTH = 16 * 2 ** 20;
/** A source or a likely token next to its texts, about. */
const BESIDE_BYTES = 64;

interface Choice {
  /** As the sink knows it. */
  number: number;
  /** Choices that the request did not ask for are ignored. */
  isAsked: boolean;
  /** Number of the open part; -1 while none is open. */
  open: number;
  /** Its kind, and the key that its reader knows it by; empty for a part of text. */
  kind: PartHead['kind'] | '';
  key: string;
  partCount: number;
  /** Input length of the open call. */
  inputLength: number;
  /** Null while no call is open. */
  progress: InputProgress | null;
  held: HeldParts;
  hasCalls: boolean;
  stop: Stop | null;
  closedKeys: Set<string>;
  /** As their caller knows them. */
  callIds: Set<string>;
  /** Makes the id of a further call of one id its own: above all that were tried before. */
  callSuffix: number;
}

const NO_HEAD: AnswerHead = { id: '', model: '', createdSeconds: 0 };
const LIMIT: Stop = { reason: 'length', raw: '', sequence: '' };
const USUAL_END: Stop = { reason: 'end', raw: '', sequence: '' };

const failureCodes: Readonly<Record<Failure, FailureCode | null>> = {
  'malformed-call': 'upstream.malformed_call',
  cut: 'upstream.answer_cut',
  pause: null,
};

/**
 * Turns the events of a reader into an orderly answer for a sink: opens and closes parts, numbers them without gaps and
 * counts the text. Text, thinking and refusals continue until another part begins. The reader identifies calls by keys.
 * Parts that come before the input of a call is whole follow it.
 */
export class AnswerOrder {
  readonly findings = new StreamFindings();
  readonly #sink: AnswerSink;
  readonly #answerCount: number;
  readonly #toolNames: ToolNames | null;
  readonly #report: ConversionReport | null;
  readonly #choices = new Map<number, Choice>();
  #hasStarted = false;
  #stopped = 0;
  #besideBytes = 0;
  #serviceTier = '';

  constructor(
    sink: AnswerSink,
    {
      answerCount,
      toolNames = null,
      report = null,
    }: {
      answerCount: number;
      toolNames?: ToolNames | null;
      report?: ConversionReport | null;
    },
  ) {
    this.#sink = sink;
    this.#answerCount = answerCount;
    this.#toolNames = toolNames;
    this.#report = report;
  }

  /** Only the first one counts: vendors repeat it. */
  start(head: AnswerHead): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#sink.start(head);
  }

  /** Text that belongs to the open part of its kind, or begins a new one. */
  say(choice: number, head: PartHead & { kind: 'text' | 'thinking' | 'refusal' }, text: string): void {
    if (text === '') return;
    const state = this.#choice(choice);
    if (!state.isAsked) return;
    this.#count(text);
    if (isWaiting(state)) {
      this.#hold(state, state.held.goOn(head), text);
      return;
    }
    if (state.open === -1 || state.kind !== head.kind || state.key !== '') this.#open(state, head, '');
    this.#tell(state, text);
  }

  /**
   * @param key of the reader's choice, no two parts have the same
   * @throws MalformedCallError for a call without a name
   */
  open(choice: number, key: string, head: PartHead): void {
    const state = this.#choice(choice);
    if (!state.isAsked) return;
    if (state.closedKeys.has(key) || state.key === key || state.held.find(key) !== undefined)
      throw new BrokenAnswerError('a part comes twice');
    if (head.kind === 'call' && head.name === '') throw new MalformedCallError('a call has no name');
    if (head.kind === 'media') this.#countMedia(head);
    this.#begin();
    if (isWaiting(state)) {
      state.held.open(head, key);
      this.#assertRoom(state);
    } else this.#open(state, head, key);
  }

  /** @throws BrokenAnswerError where the part has ended: its text would be another's */
  add(choice: number, key: string, text: string): void {
    const state = this.#choice(choice);
    if (!state.isAsked) return;
    if (text === '') return;
    const held = state.held.find(key);
    if (state.key !== key && (held === undefined || held.isOver))
      throw new BrokenAnswerError('text comes for a part that has ended');
    this.#count(text);
    if (held !== undefined) {
      this.#hold(state, held, text);
      return;
    }
    this.#tell(state, text);
    if (!isWaiting(state)) this.#tellHeld(state);
  }

  /** Belongs to the last part where it is of the kind that is given, else to a new one. */
  note(choice: number, note: PartNote, head: PartHead): void {
    const state = this.#choice(choice);
    if (!state.isAsked) return;
    this.#begin();
    this.#countNote(note);
    if (isWaiting(state) && (state.held.count > 0 || state.kind !== head.kind)) {
      state.held.noted(head).notes.push(note);
      this.#assertRoom(state);
      return;
    }
    if (state.open === -1 || state.kind !== head.kind) this.#open(state, head, '');
    this.#sink.note(state.number, state.open, note);
  }

  /** Belongs to the part of that key; to none where that has ended. */
  noteOf(choice: number, key: string, note: PartNote): void {
    const state = this.#choice(choice);
    if (!state.isAsked) return;
    this.#countNote(note);
    if (state.key === key) this.#sink.note(state.number, state.open, note);
    else state.held.find(key)?.notes.push(note);
  }

  /** @param key of the part; without one it is the last part, but no call whose input is not whole */
  close(choice: number, key = ''): void {
    const state = this.#choices.get(choice);
    if (state === undefined) return;
    if (key === '' ? isWaiting(state) : state.key !== key) {
      state.held.end(key === '' ? null : key);
      return;
    }
    this.#close(state);
    this.#tellHeld(state);
  }

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    const { number, isAsked } = this.#choice(choice);
    if (!isAsked) return;
    for (const { top } of logprobs) this.#countBeside((1 + top.length) * BESIDE_BYTES);
    if (logprobs.length > 0) this.#sink.logprobs(number, logprobs);
  }

  /** Passed on by `finish`, because some vendors continue after it. */
  stop(choice: number, { reason, ...rest }: ReadStop): void {
    const state = this.#choice(choice);
    if (!state.isAsked) return;
    if (isFailure(reason)) {
      this.findings.failureCode = failureCodes[reason];
      this.fail(failureTexts[reason]);
      return;
    }
    this.#begin();
    if (state.stop === null) this.#stopped += 1;
    if (isFilter(reason)) this.findings.isFiltered = true;
    state.stop = { reason, ...rest };
    if (this.#stopped >= this.#answerCount) this.findings.isComplete = true;
  }

  /** @param knowsText whether the text that came is part of it */
  usage(usage: Usage, { serviceTier = '', knowsText = true } = {}): void {
    this.#serviceTier = serviceTier;
    this.findings.usage = usage;
    if (knowsText) this.findings.reportedBytes = this.findings.textBytes;
    // The caller gets the charged usage instead.
    if (areReadable(usage.flags)) this.#sink.usage(usage, serviceTier);
  }

  /** The charged usage, in place of a usage that does not cover the whole answer. */
  charged(usage: Usage | null): void {
    if (usage !== null && this.findings.usage !== null && this.findings.unreportedBytes > 0)
      this.#sink.usage(usage, this.#serviceTier);
  }

  /** The upstream's own end: nothing more comes. */
  end(): void {
    this.findings.isEnded = true;
    this.findings.isComplete = true;
  }

  /** See `StreamFindings.endByMarker`; a call whose input goes on is cut. */
  endByMarker(): void {
    const { findings } = this;
    const isStopped = findings.isComplete;
    findings.endByMarker();
    if (!isStopped && [...this.#choices.values()].some(isWaiting)) findings.isComplete = false;
  }

  /** The gateway ends the answer, as at its limit. */
  endEarly(): void {
    for (const choice of this.#choices.values()) choice.stop ??= LIMIT;
    this.end();
  }

  /** Ends the reading: closes open parts and reports why each choice ended. */
  finish(): void {
    if (!this.#hasStarted) this.start(NO_HEAD);
    for (const state of this.#choices.values()) {
      if (!state.isAsked) continue;
      while (state.open !== -1) {
        this.#close(state);
        this.#tellHeld(state);
      }
      const stop = state.stop ?? USUAL_END;
      this.#sink.stop(state.number, { ...stop, reason: reasonOf(stop, state) });
    }
  }

  /** The upstream said an error inside its answer. */
  fail(message: string): void {
    this.findings.failure = message.slice(0, 2000);
    this.findings.isEnded = true;
  }

  #choice(number: number): Choice {
    let choice = this.#choices.get(number);
    if (choice === undefined) {
      if (this.#choices.size >= MAX_CHOICES) throw new BrokenAnswerError('too many choices');
      if (!this.#hasStarted) this.start(NO_HEAD);
      const own = this.#freeNumber(number);
      if (own >= this.#answerCount) this.#report?.note('dropped', 'answer.choices');
      choice = {
        number: own,
        isAsked: own < this.#answerCount,
        open: -1,
        kind: '',
        key: '',
        partCount: 0,
        inputLength: 0,
        progress: null,
        held: new HeldParts(),
        hasCalls: false,
        stop: null,
        closedKeys: new Set(),
        callIds: new Set(),
        callSuffix: 0,
      };
      this.#choices.set(number, choice);
    }
    return choice;
  }

  /** Sinks keep choices in lists: one with a number that nobody asked for is the next one. */
  #freeNumber(wanted: number): number {
    const taken = new Set([...this.#choices.values()].map(({ number }) => number));
    if (wanted < this.#answerCount && !taken.has(wanted)) return wanted;
    let free = 0;
    while (taken.has(free)) free += 1;
    return free;
  }

  #open(choice: Choice, head: PartHead, key: string): void {
    this.#close(choice);
    this.#assertRoom(choice);
    choice.open = choice.partCount;
    choice.partCount += 1;
    choice.kind = head.kind;
    choice.key = key;
    choice.inputLength = 0;
    choice.progress = null;
    if (head.kind === 'call') {
      this.findings.hasCalls = true;
      choice.hasCalls = true;
      choice.progress = new InputProgress();
      // The end of a text cannot be seen.
      choice.progress.isWhole = head.isCustom;
    }
    this.#sink.open(choice.number, choice.open, head.kind === 'call' ? this.#ownCall(head, choice) : head);
  }

  /** By the caller's name of its tool, and with an id that no other call has: results are given by it. */
  #ownCall(head: PartHead & { kind: 'call' }, choice: Choice): PartHead {
    const { callIds, open } = choice;
    let { id } = head;
    choice.callSuffix = Math.max(choice.callSuffix, open);
    while (callIds.has(id)) {
      id = `${head.id}_${choice.callSuffix}`;
      choice.callSuffix += 1;
    }
    callIds.add(id);
    return { ...head, id, name: this.#toolNames?.read(head.name) ?? head.name };
  }

  #close(choice: Choice): void {
    if (choice.open === -1) return;
    this.#sink.close(choice.number, choice.open);
    if (choice.key !== '') choice.closedKeys.add(choice.key);
    choice.open = -1;
    choice.kind = '';
    choice.key = '';
  }

  /** Counts received text, whether it is passed on now or later. @throws UnpaidTextError */
  #count(text: string): void {
    this.#begin();
    this.findings.addPaidText(text);
  }

  #tell(choice: Choice, text: string): void {
    if (choice.kind === 'call') {
      choice.inputLength += text.length;
      if (choice.inputLength > MAX_INPUT_LENGTH)
        throw new MalformedCallError('the input of a call is too long');
      choice.progress?.add(text);
    }
    this.#sink.add(choice.number, choice.open, text);
  }

  #hold(choice: Choice, part: HeldPart, text: string): void {
    this.#countBeside(text.length);
    this.#assertRoom(choice);
    part.text.push(text);
  }

  /** Passes on the held parts, up to the next call that is not whole. */
  #tellHeld(choice: Choice): void {
    while (!isWaiting(choice)) {
      const part = choice.held.take();
      if (part === undefined) return;
      const { head, key, notes, isOver } = part;
      const text = part.text.join('');
      // Blanks between the fragments of a call are no text of an answer.
      if (key === '' && text.trim() === '' && notes.length === 0) continue;
      this.#open(choice, head, key);
      if (text !== '') this.#tell(choice, text);
      for (const note of notes) this.#sink.note(choice.number, choice.open, note);
      if (isOver) this.#close(choice);
    }
  }

  #assertRoom({ partCount, held }: Choice): void {
    if (partCount + held.count >= MAX_PARTS) throw new BrokenAnswerError('too many parts');
  }

  #countNote(note: PartNote): void {
    this.#countBeside(
      note.kind === 'seal'
        ? note.seal.value.length
        : BESIDE_BYTES + note.citation.url.length + note.citation.text.length,
    );
  }

  #countMedia({ media, source }: PartHead & { kind: 'media' }): void {
    if (source.kind === 'bytes') this.#countBeside(source.data.length);
    if (media === 'image') this.findings.imageCount += 1;
    if (media === 'audio' && source.kind === 'bytes') this.findings.audioBytes += source.data.length;
  }

  #countBeside(bytes: number): void {
    this.#besideBytes += bytes;
    if (this.#besideBytes > MAX_BESIDE_BYTES) throw new BrokenAnswerError('the answer is too large');
  }

  #begin(): void {
    this.findings.hasBegun = true;
  }
}

/** The open part is a call whose input goes on. */
const isWaiting = ({ kind, progress }: Choice): boolean => kind === 'call' && progress?.isWhole === false;

/** Google says `STOP` after calls; some vendors say "tool calls" where there is none. */
function reasonOf({ reason }: Stop, { hasCalls }: Choice): Stop['reason'] {
  if (reason === 'end' && hasCalls) return 'tools';
  return reason === 'tools' && !hasCalls ? 'end' : reason;
}
