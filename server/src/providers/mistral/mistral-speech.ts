import type { Adapter } from '../adapter.ts';
import { soundTypeOf, takeSpeech } from '../asked-speech.ts';

const [MAN, WOMAN] = ['en_paul_neutral', 'gb_jane_neutral'];
const names = {
  voices: { alloy: WOMAN, echo: MAN, fable: MAN, onyx: MAN, nova: WOMAN, shimmer: WOMAN },
  formats: { mp3: 'mp3', opus: 'opus', flac: 'flac', wav: 'wav', pcm: 'pcm' },
};

/**
 * Mistral's speech comes as JSON.
 * Source: Mistral documents, "Speech generation" and "Voices", checked 2026-11.
 */
export const mistralSpeech: Adapter = {
  request(asked, { upstreamModel }) {
    const { text, voice, format } = takeSpeech(asked, names);
    return { model: upstreamModel, input: text, voice_id: voice, response_format: format };
  },
  answer({ audio_data }, { asked }) {
    if (typeof audio_data !== 'string') throw new TypeError('the answer has no sound');
    return { file: Buffer.from(audio_data, 'base64'), type: soundTypeOf(asked.response_format) };
  },
};
