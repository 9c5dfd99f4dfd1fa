import type { AnswerHead } from '../neutral/answer.ts';
import { type Json, objectOf, placeOf } from '../neutral/json-values.ts';
import { JoinedList, JoinedMembers, objectsOf, type StreamJoiner } from '../stream-joiner.ts';

const CHUNK_MEMBERS: ReadonlySet<string> = new Set(['choices', 'object']);
const CHOICE_MEMBERS: ReadonlySet<string> = new Set(['text', 'logprobs']);

/** Joins the chunks of a legacy completion. Source: OpenAI API reference, "The completion object". */
export class CompletionsJoiner implements StreamJoiner {
  bytes = 0;
  readonly #head = new JoinedMembers(this);
  readonly #choices = new JoinedList((index) => {
    const choice = { members: new JoinedMembers(this), logprobs: new JoinedMembers(this) };
    choice.members.set('index', index);
    return choice;
  });

  add(chunk: Json): void {
    this.#head.setAll(chunk, CHUNK_MEMBERS);
    objectsOf(chunk.choices).forEach((choice, place) => {
      const { members, logprobs } = this.#choices.at(placeOf(choice.index) ?? place);
      members.append('text', typeof choice.text === 'string' ? choice.text : '');
      members.setAll(choice, CHOICE_MEMBERS);
      for (const [name, values] of Object.entries(objectOf(choice.logprobs) ?? {}))
        if (Array.isArray(values)) logprobs.push(name, values);
    });
  }

  whole({ id, model, createdSeconds }: AnswerHead): object {
    const choices = this.#choices.inOrder().map(({ members, logprobs }) => {
      const likely = logprobs.toJson();
      return { ...members.toJson(), logprobs: Object.keys(likely).length > 0 ? likely : null };
    });
    return {
      ...{ id, object: 'text_completion', created: createdSeconds, model },
      ...this.#head.toJson(),
      choices,
    };
  }
}
