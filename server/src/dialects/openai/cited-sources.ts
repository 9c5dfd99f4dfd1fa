import type { CitedSource } from '../dialect.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';

/** Numbers of sources as models write them: `[1]`, `[1, 3]`, `【2】`. */
const CITATION = /[[【](\d{1,2}(?:[,，、] ?\d{1,2}){0,9})[\]】]/g;

/** A citation as OpenAI's answers name it; places are in characters. */
interface UrlCitation extends CitedSource {
  start_index: number;
  end_index: number;
}

/** Finds the sources that a text cites by their numbers, from 1. */
export function citationsIn(text: string, sources: readonly CitedSource[]): UrlCitation[] {
  return [...text.matchAll(CITATION)].flatMap(({ 0: whole, 1: numbers = '', index }) =>
    numbers
      .split(/[,，、]/)
      .map((number) => sources[Number(number) - 1])
      .filter((source) => source !== undefined)
      .map(({ title, url }) => ({ start_index: index, end_index: index + whole.length, title, url })),
  );
}

const addTo = (holder: Json, annotations: object[]): boolean => {
  if (annotations.length === 0) return false;
  holder.annotations = [...listOf(holder.annotations), ...annotations];
  return true;
};

/** Source: OpenAI API reference, "The chat completion object", `message.annotations`. */
export function addChatCitations(answer: Json, sources: readonly CitedSource[]): boolean {
  let isChanged = false;
  for (const choice of listOf(answer.choices)) {
    const message = objectOf(objectOf(choice)?.message);
    if (message === null) continue;
    const found = citationsIn(textOf(message.content), sources);
    const added = found.map((url_citation) => ({ type: 'url_citation', url_citation }));
    isChanged = addTo(message, added) || isChanged;
  }
  return isChanged;
}

/** Source: OpenAI API reference, "The response object", `output_text.annotations`. */
export function addResponseCitations(answer: Json, sources: readonly CitedSource[]): boolean {
  let isChanged = false;
  for (const item of listOf(answer.output)) {
    for (const given of listOf(objectOf(item)?.content)) {
      const part = objectOf(given);
      if (part?.type !== 'output_text') continue;
      const found = citationsIn(textOf(part.text), sources);
      isChanged =
        addTo(
          part,
          found.map((citation) => ({ type: 'url_citation', ...citation })),
        ) || isChanged;
    }
  }
  return isChanged;
}
