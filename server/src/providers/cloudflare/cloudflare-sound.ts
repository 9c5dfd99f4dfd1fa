import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import type { Adapter } from '../adapter.ts';
import { takeAnswerShape, transcriptionAnswer } from '../asked-transcription.ts';

type Answer = NonNullable<Adapter['answer']>;

const answer: Answer = ({ result }, { asked }) => {
  const { text, words, segments, transcription_info } = objectOf(result) ?? {};
  if (typeof text !== 'string') throw new TypeError('the answer has no text');
  const info = objectOf(transcription_info) ?? {};
  const told = listOf(words ?? listOf(segments).flatMap((one) => listOf(objectOf(one)?.words)));
  return transcriptionAnswer(
    {
      text: text.trim(),
      language: textOf(info.language),
      seconds: typeof info.duration === 'number' ? info.duration : null,
      words: told.map((one) => objectOf(one) ?? {}).map(wordOf),
    },
    asked,
  );
};

const wordOf = ({ word, start, end }: Json) => ({
  ...{ word: textOf(word).trim(), start: Number(start) || 0, end: Number(end) || 0 },
});

/** Takes the sound alone. Source: Cloudflare Workers AI documents, "Models", whisper; checked 2026-11. */
export const cloudflareWhisper: Adapter = {
  sendsFile: 'alone',
  request(asked) {
    takeAnswerShape(asked);
    return {};
  },
  answer,
};

/** Takes the sound as base64. Source: Cloudflare Workers AI documents, "Models", whisper-large-v3-turbo; checked 2026-11. */
export const cloudflareWhisperTurbo: Adapter = {
  sendsFile: { member: 'audio' },
  request(asked) {
    takeAnswerShape(asked);
    const language = asked.take('language');
    const prompt = asked.take('prompt');
    return {
      task: 'transcribe',
      ...(language !== undefined && { language }),
      ...(prompt !== undefined && { initial_prompt: prompt }),
    };
  },
  answer,
};
