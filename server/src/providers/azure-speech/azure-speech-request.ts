import { AdaptedText, type Adapter } from '../adapter.ts';
import { takeSpeech, takeSpeed } from '../asked-speech.ts';

/** A voice, and the role that it plays behind `|`. */
export const azureVoices = {
  alloy: 'zh-CN-YunxiNeural',
  echo: 'zh-CN-YunyangNeural',
  fable: 'zh-CN-YunxiNeural|Boy',
  onyx: 'zh-CN-YunyeNeural',
  nova: 'zh-CN-XiaochenNeural',
  shimmer: 'zh-CN-XiaohanNeural',
};

const formats = {
  mp3: 'audio-24khz-96kbitrate-mono-mp3',
  opus: 'ogg-24khz-16bit-mono-opus',
  wav: 'riff-24khz-16bit-mono-pcm',
  pcm: 'raw-24khz-16bit-mono-pcm',
};

/**
 * A text as SSML.
 * Source: Microsoft Learn, "Text to speech REST API" and "Voice and sound with SSML", checked 2026-11.
 */
export const azureSpeech = (voices: Readonly<Record<string, string>>): Adapter => ({
  request(asked) {
    const { text, voice, format } = takeSpeech(asked, { voices, formats });
    const { speed } = takeSpeed(asked);
    const [name = '', role = ''] = voice.split('|');
    let spoken = escapeXml(text);
    if (speed !== undefined) spoken = `<prosody rate="${speed}">${spoken}</prosody>`;
    if (role !== '') spoken = `<mstts:express-as role="${escapeXml(role)}">${spoken}</mstts:express-as>`;
    const head =
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" ' +
      `xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${languageOf(name)}">`;
    return new AdaptedText(`${head}<voice name="${escapeXml(name)}">${spoken}</voice></speak>`, {
      type: 'application/ssml+xml',
      headers: { 'x-microsoft-outputformat': format },
    });
  },
});

/** A voice's name begins with its language, as `zh-CN-YunxiNeural`. */
const languageOf = (voice: string): string => /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(voice)?.[0] ?? 'en-US';

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  ...{ '"': '&quot;', "'": '&apos;' },
};

/** Control characters, which XML cannot say, become spaces. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
