import { listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import type { Adapter } from '../adapter.ts';
import { takeSpeech, takeSpeed } from '../asked-speech.ts';
import { takeAnswerShape, transcriptionAnswer } from '../asked-transcription.ts';

const names = {
  voices: { alloy: 'sal', echo: 'rex', fable: 'leo', onyx: 'leo', nova: 'eve', shimmer: 'ara' },
  formats: { mp3: 'mp3', wav: 'wav', pcm: 'pcm' },
};

/** As OpenAI's sound is. */
const HERTZ = 24_000;

/** Source: xAI documents, "Text to Speech", checked 2026-11. */
export const xAiSpeech: Adapter = {
  request(asked) {
    const { text, voice, format } = takeSpeech(asked, names);
    return {
      text,
      voice_id: voice,
      language: 'auto',
      output_format: { codec: format, sample_rate: HERTZ },
      ...takeSpeed(asked),
    };
  },
};

/** Source: xAI documents, "Speech to Text", checked 2026-11. */
export const xAiTranscriptions: Adapter = {
  request(asked) {
    takeAnswerShape(asked);
    const language = asked.take('language');
    // Writes numbers and currencies as text does; the vendor requires the language for that.
    return language === undefined ? {} : { language, format: 'true' };
  },
  sendsForm: true,
  answer({ text, language, duration, words }, { asked }) {
    if (typeof text !== 'string') throw new TypeError('the answer has no text');
    const heard = listOf(words).map((entry) => {
      const word = objectOf(entry);
      return { word: textOf(word?.text), start: Number(word?.start), end: Number(word?.end) };
    });
    const seconds = typeof duration === 'number' ? duration : null;
    return transcriptionAnswer({ text, language: textOf(language), seconds, words: heard }, asked);
  },
};
