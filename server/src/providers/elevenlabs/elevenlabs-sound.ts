import { listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { formatOf, takeSpeech, takeSpeed, voiceOf } from '../asked-speech.ts';
import { takeAnswerShape, transcriptionAnswer } from '../asked-transcription.ts';

const names = {
  /** Voices that every account has: River, Liam, George, Brian, Sarah and Jessica. */
  voices: {
    alloy: 'SAz9YHcvj6GT2YYXdXww',
    echo: 'TX3LPaxmHKxFdv7VOQHJ',
    fable: 'JBFqnCBsd6RMkjVDRZzb',
    onyx: 'nPczCjzI2devNBTNZv1g',
    nova: 'EXAVITQu4vr4xnSDxMaL',
    shimmer: 'cgSgspJ2msm6clMCkdW9',
  },
  formats: { mp3: 'mp3_44100_128', opus: 'opus_48000_128', wav: 'wav_24000', pcm: 'pcm_24000' },
};

const VOICE_ID = /^[\w-]+$/;

/**
 * The voice and the format stand in the address.
 * Source: ElevenLabs API reference, "Create speech", checked 2026-11.
 */
export const elevenLabsSpeech: Adapter = {
  request(asked, { upstreamModel }) {
    const { text, voice } = takeSpeech(asked, names);
    if (!VOICE_ID.test(voice)) throw fieldError('voice', 'invalid');
    const settings = takeSpeed(asked);
    return {
      ...{ text, model_id: upstreamModel },
      ...(settings.speed !== undefined && { voice_settings: settings }),
    };
  },
  path(asked) {
    const format = formatOf(asked.response_format, names.formats);
    return `/v1/text-to-speech/${voiceOf(asked.voice, names.voices)}?output_format=${format}`;
  },
};

/** Source: ElevenLabs API reference, "Create transcript", checked 2026-11. */
export const elevenLabsTranscriptions: Adapter = {
  request(asked, { upstreamModel }) {
    takeAnswerShape(asked);
    const language = asked.take('language');
    const temperature = asked.take('temperature');
    return {
      model_id: upstreamModel,
      // Otherwise laughter and the like stand in the text.
      tag_audio_events: 'false',
      ...(language !== undefined && { language_code: language }),
      ...(temperature !== undefined && { temperature }),
    };
  },
  sendsForm: true,
  answer({ text, language_code, audio_duration_secs, words }, { asked }) {
    if (typeof text !== 'string') throw new TypeError('the answer has no text');
    const heard = listOf(words).flatMap((entry) => {
      const word = objectOf(entry);
      if (word?.type !== 'word') return [];
      return [{ word: textOf(word.text), start: Number(word.start), end: Number(word.end) }];
    });
    const seconds = typeof audio_duration_secs === 'number' ? audio_duration_secs : null;
    return transcriptionAnswer({ text, language: textOf(language_code), seconds, words: heard }, asked);
  },
};
