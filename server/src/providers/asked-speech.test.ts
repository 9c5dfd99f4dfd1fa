import { expect, it } from 'vitest';
import { AskedMembers } from './adapter.ts';
import { soundTypeOf, takeSpeech, takeSpeed } from './asked-speech.ts';

const names = { voices: { alloy: 'Anna' }, formats: { mp3: 'mp3_128', pcm: 'raw' } };
const spoken = (members: object) => takeSpeech(new AskedMembers({ input: 'Hi', ...members }), names);

it.each([
  [{ voice: 'alloy' }, { voice: 'Anna', format: 'mp3_128' }],
  [
    { voice: 'Bert', response_format: 'pcm' },
    { voice: 'Bert', format: 'raw' },
  ],
  [{ voice: { id: 'voice_1' }, stream_format: 'audio' }, { voice: 'voice_1' }],
  [{ voice: 'toString' }, { voice: 'toString' }],
])('%j is asked in the vendor’s names', (members, expected) => {
  expect(spoken(members)).toMatchObject({ text: 'Hi', ...expected });
});

it.each([
  [{}, 'voice'],
  [{ voice: '' }, 'voice'],
  [{ voice: 'alloy', response_format: 'aac' }, 'response_format'],
  [{ voice: 'alloy', response_format: 'constructor' }, 'response_format'],
  [{ voice: 'alloy', stream_format: 'sse' }, 'stream_format'],
])('%j is refused for its %s', (members, field) => {
  expect(() => spoken(members)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
  );
});

it('takes the speed where there is one', () => {
  const taken = [{ speed: 1.5 }, { speed: null }, {}].map((members) => takeSpeed(new AskedMembers(members)));
  expect(taken).toEqual([{ speed: 1.5 }, {}, {}]);
  expect(() => takeSpeed(new AskedMembers({ speed: 'fast' }))).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  );
});

it('names the type of the sound', () => {
  expect([undefined, 'wav', 'pcm'].map(soundTypeOf)).toEqual(['audio/mpeg', 'audio/wav', 'audio/pcm']);
});
