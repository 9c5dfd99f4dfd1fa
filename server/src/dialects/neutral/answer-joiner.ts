import type { Usage } from '../../billing/usage.ts';
import type { Answer, AnswerChoice, AnswerHead, Logprob, PartNote, Stop } from './answer.ts';
import type { AnswerSink, PartHead } from './answer-sink.ts';
import { type Part, textPart } from './conversation.ts';

/** Puts a whole answer together from what a stream or a whole answer said. */
export class AnswerJoiner implements AnswerSink {
  readonly answer: Answer = {
    head: { id: '', model: '', createdSeconds: 0 },
    choices: [],
    usage: null,
    serviceTier: '',
  };
  readonly #texts = new Map<Part, string[]>();

  start(head: AnswerHead): void {
    this.answer.head = head;
  }

  open(choice: number, _part: number, head: PartHead): void {
    const part = toPart(head);
    this.#choice(choice).parts.push(part);
    this.#texts.set(part, []);
  }

  add(choice: number, part: number, text: string): void {
    this.#texts.get(this.#part(choice, part))?.push(text);
  }

  note(choice: number, number: number, note: PartNote): void {
    const part = this.#part(choice, number);
    if (note.kind === 'citation') {
      if (part.kind === 'text') part.citations.push(note.citation);
    } else if (part.kind === 'thinking' || part.kind === 'call') {
      const { dialect, value } = note.seal;
      // A seal may come in pieces.
      part.seal = { dialect, value: (part.seal?.value ?? '') + value };
    }
  }

  close(choice: number, number: number): void {
    const part = this.#part(choice, number);
    const text = this.#texts.get(part)?.join('') ?? '';
    this.#texts.delete(part);
    if (part.kind === 'call') part.input = text;
    else if (part.kind === 'text' || part.kind === 'thinking' || part.kind === 'refusal') part.text = text;
  }

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    const told = this.#choice(choice).logprobs;
    for (const logprob of logprobs) told.push(logprob);
  }

  stop(choice: number, stop: Stop): void {
    this.#choice(choice).stop = stop;
  }

  usage(usage: Usage, serviceTier: string): void {
    this.answer.usage = usage;
    this.answer.serviceTier = serviceTier;
  }

  #choice(number: number): AnswerChoice {
    const { choices } = this.answer;
    while (choices.length <= number) choices.push({ parts: [], stop: null, logprobs: [] });
    return choices[number] as AnswerChoice;
  }

  #part(choice: number, number: number): Part {
    return this.#choice(choice).parts[number] as Part;
  }
}

function toPart(head: PartHead): Part {
  switch (head.kind) {
    case 'text':
      return textPart('');
    case 'thinking':
      return { kind: 'thinking', text: '', isSummary: head.isSummary, seal: null };
    case 'refusal':
      return { kind: 'refusal', text: '' };
    case 'call':
      return { ...head, input: '', seal: null, mark: null };
    default:
      return head;
  }
}
