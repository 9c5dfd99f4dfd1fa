import { expect, it } from 'vitest';
import { askAdapter } from '../../../test/support/ask-adapter.ts';
import { azureVoices, azureSpeech as speechWith } from './azure-speech-request.ts';

const azureSpeech = speechWith(azureVoices);

const ssmlOf = (members: object): string => {
  const { request } = askAdapter(azureSpeech, { input: 'Hi', voice: 'en-GB-SoniaNeural', ...members });
  return String((request as { text: string }).text);
};

it('names the format of the sound in a header', () => {
  expect(askAdapter(azureSpeech, { input: 'Hi', voice: 'alloy', response_format: 'wav' })).toMatchObject({
    request: {
      type: 'application/ssml+xml',
      headers: { 'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm' },
    },
  });
});

it('speaks in the language of the voice', () => {
  expect(ssmlOf({})).toMatch(/ xml:lang="en-GB"><voice name="en-GB-SoniaNeural">Hi<\/voice><\/speak>$/);
  expect(ssmlOf({ voice: 'MyVoice' })).toContain('xml:lang="en-US"');
});

it('plays a role, at a speed', () => {
  expect(ssmlOf({ voice: 'fable', speed: 1.25 })).toMatch(
    /<mstts:express-as role="Boy"><prosody rate="1.25">Hi<\/prosody><\/mstts:express-as>/,
  );
});

it('says signs of XML and no others', () => {
  expect(ssmlOf({ input: '</voice>&"\'\u0000\ud800' })).toContain(
    '>&lt;/voice&gt;&amp;&quot;&apos; \ufffd</voice>',
  );
  expect(ssmlOf({ voice: 'a"><audio src="x"/>|b"' })).toContain(
    '<voice name="a&quot;&gt;&lt;audio src=&quot;x&quot;/&gt;"><mstts:express-as role="b&quot;">',
  );
});
