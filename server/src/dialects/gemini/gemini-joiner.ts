import { type Json, objectOf, placeOf, textOf } from '../neutral/json-values.ts';
import { JoinedList, JoinedMembers, objectsOf, type StreamJoiner } from '../stream-joiner.ts';
import { PartialArgs } from './gemini-partial-args.ts';
import { readGeminiUsage } from './gemini-usage.ts';

const ANSWER_MEMBERS: ReadonlySet<string> = new Set(['candidates', 'usageMetadata']);
const CANDIDATE_MEMBERS: ReadonlySet<string> = new Set(['content', 'logprobsResult']);
const PART_MEMBERS: ReadonlySet<string> = new Set(['text', 'thought']);
const CALL_MEMBERS: ReadonlySet<string> = new Set(['partialArgs', 'willContinue']);

interface Candidate {
  members: JoinedMembers;
  content: JoinedMembers;
  logprobs: JoinedMembers;
  parts: JoinedMembers[];
  /** A call whose arguments come in pieces, and its part. */
  call: { part: JoinedMembers; members: JoinedMembers; args: PartialArgs } | null;
}

/**
 * Joins the events of `streamGenerateContent`, each an answer of its own shape: their parts follow each other, a text
 * that goes on is one part. Source: Gemini API reference, "GenerateContentResponse".
 */
export class GeminiJoiner implements StreamJoiner {
  bytes = 0;
  readonly #answer = new JoinedMembers(this);
  readonly #candidates = new JoinedList<Candidate>(() => ({
    members: new JoinedMembers(this),
    content: new JoinedMembers(this),
    logprobs: new JoinedMembers(this),
    parts: [],
    call: null,
  }));

  add(event: Json): void {
    this.#answer.setAll(event, ANSWER_MEMBERS);
    // Some events name a usage without numbers.
    if (readGeminiUsage(event.usageMetadata) !== null) this.#answer.set('usageMetadata', event.usageMetadata);
    objectsOf(event.candidates).forEach((candidate, place) => {
      this.#candidate(this.#candidates.at(placeOf(candidate.index) ?? place), candidate);
    });
  }

  whole(): object {
    const candidates = this.#candidates.inOrder().map((candidate) => {
      this.#endCall(candidate);
      return toCandidate(candidate);
    });
    return { ...(candidates.length > 0 && { candidates }), ...this.#answer.toJson() };
  }

  #candidate(joined: Candidate, candidate: Json): void {
    joined.members.setAll(candidate, CANDIDATE_MEMBERS);
    const { parts, ...content } = objectOf(candidate.content) ?? {};
    joined.content.setAll(content);
    for (const part of objectsOf(parts)) this.#part(joined, part);
    for (const [name, value] of Object.entries(objectOf(candidate.logprobsResult) ?? {})) {
      if (Array.isArray(value)) joined.logprobs.push(name, value);
      else joined.logprobs.set(name, value);
    }
  }

  #part(joined: Candidate, part: Json): void {
    const call = objectOf(part.functionCall);
    if (call !== null) this.#call(joined, part, call);
    else if (typeof part.text === 'string') this.#text(joined, part, part.text);
    else this.#open(joined).setAll(part);
  }

  /** A part that ends with its seal does not continue. */
  #text(joined: Candidate, part: Json, text: string): void {
    const last = joined.parts.at(-1);
    const goesOn =
      last !== undefined &&
      last.get('text') !== undefined &&
      (last.get('thought') === true) === (part.thought === true) &&
      last.get('thoughtSignature') === undefined;
    // Models begin and end with empty texts.
    if (!goesOn && text === '' && Object.keys(part).every((name) => PART_MEMBERS.has(name))) return;
    const target = goesOn ? last : this.#open(joined);
    target.append('text', text);
    if (part.thought !== undefined) target.set('thought', part.thought);
    target.setAll(part, PART_MEMBERS);
  }

  /** A whole object at once; some models send its members one by one, behind its name. */
  #call(joined: Candidate, part: Json, call: Json): void {
    if (textOf(call.name) !== '' || joined.call === null) {
      this.#endCall(joined);
      const target = this.#open(joined);
      target.setAll(part);
      if (call.willContinue !== true && call.partialArgs === undefined) return;
      joined.call = { part: target, members: new JoinedMembers(this), args: new PartialArgs() };
    }
    const { part: target, members, args } = joined.call;
    members.setAll(call, CALL_MEMBERS);
    if (textOf(call.name) === '') target.setAll(part, new Set(['functionCall']));
    if (Array.isArray(call.partialArgs)) {
      this.bytes += JSON.stringify(call.partialArgs).length;
      args.add(call.partialArgs);
    }
    if (call.willContinue !== true) this.#endCall(joined);
  }

  #endCall(joined: Candidate): void {
    if (joined.call === null) return;
    const { part, members, args } = joined.call;
    part.set('functionCall', { ...members.toJson(), args: args.toObject() });
    joined.call = null;
  }

  #open({ parts }: Candidate): JoinedMembers {
    const part = new JoinedMembers(this);
    parts.push(part);
    return part;
  }
}

function toCandidate({ members, content, logprobs, parts }: Candidate): Json {
  const logprobsResult = logprobs.toJson();
  return {
    content: {
      ...(parts.length > 0 && { parts: parts.map((part) => part.toJson()) }),
      role: 'model',
      ...content.toJson(),
    },
    ...members.toJson(),
    ...(Object.keys(logprobsResult).length > 0 && { logprobsResult }),
  };
}
