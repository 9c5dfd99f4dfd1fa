import type { AnswerHead } from '../neutral/answer.ts';
import { type Json, objectOf, placeOf, textOf } from '../neutral/json-values.ts';
import { JoinedList, JoinedMembers, objectsOf, type StreamJoiner } from '../stream-joiner.ts';

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);

interface Item {
  members: JoinedMembers;
  summary: JoinedList<JoinedMembers>;
  content: JoinedList<JoinedMembers>;
  isDone: boolean;
}

/**
 * The response that the last event of a stream repeats. Where that leaves the items out, they are joined from their own
 * events. Source: OpenAI API reference, "Streaming events".
 */
export class ResponsesJoiner implements StreamJoiner {
  bytes = 0;
  readonly #response = new JoinedMembers(this);
  readonly #items = new JoinedList<Item>(() => ({
    members: new JoinedMembers(this),
    summary: new JoinedList(() => new JoinedMembers(this)),
    content: new JoinedList(() => new JoinedMembers(this)),
    isDone: false,
  }));

  add(event: Json): void {
    if (ENDS.has(event.type)) this.#response.setAll(objectOf(event.response) ?? {});
    const place = placeOf(event.output_index);
    if (place === null) return;
    const item = this.#items.at(place);
    if (!item.isDone) addToItem(item, event);
  }

  whole({ id, model }: AnswerHead): object {
    const response = this.#response.toJson();
    const hasItems = Array.isArray(response.output) && response.output.length > 0;
    const output = hasItems ? response.output : this.#items.inOrder().map(toItem);
    return { id, object: 'response', model, ...response, output };
  }
}

/** The end of an item should repeat all of it, but some vendors omit that. */
function addToItem(item: Item, event: Json): void {
  const { members, content, summary } = item;
  const part = content.at.bind(content, placeOf(event.content_index) ?? 0);
  const delta = textOf(event.delta);
  switch (event.type) {
    case 'response.output_item.added':
      members.setAll(objectOf(event.item) ?? {});
      break;
    case 'response.output_item.done':
      members.setAll(objectOf(event.item) ?? {});
      item.isDone = true;
      break;
    case 'response.content_part.added':
    case 'response.content_part.done':
      part().setAll(objectOf(event.part) ?? {});
      break;
    case 'response.output_text.delta':
      part().set('type', 'output_text');
      part().append('text', delta);
      part().push('logprobs', objectsOf(event.logprobs));
      break;
    case 'response.output_text.annotation.added':
      part().push('annotations', objectsOf([event.annotation]));
      break;
    case 'response.refusal.delta':
      part().set('type', 'refusal');
      part().append('refusal', delta);
      break;
    case 'response.reasoning_text.delta':
      part().set('type', 'reasoning_text');
      part().append('text', delta);
      break;
    case 'response.reasoning_summary_text.delta': {
      const told = summary.at(placeOf(event.summary_index) ?? 0);
      told.set('type', 'summary_text');
      told.append('text', delta);
      break;
    }
    case 'response.function_call_arguments.delta':
      members.append('arguments', delta);
      break;
    case 'response.custom_tool_call_input.delta':
      members.append('input', delta);
      break;
  }
}

function toItem({ members, content, summary, isDone }: Item): Json {
  const item = members.toJson();
  if (isDone) return item;
  const parts = content.inOrder().map((part) => part.toJson());
  const told = summary.inOrder().map((part) => part.toJson());
  return {
    ...item,
    ...(item.status !== undefined && { status: 'completed' }),
    ...(parts.length > 0 && { content: parts }),
    ...(told.length > 0 && { summary: told }),
  };
}
