/** The smallest film that browsers play: one frame of VP8 in WebM. */
export const TINY_FILM = Buffer.from(
  'GkXfo0AgQoaBAUL3gQFC8oEEQvOBCEKCQAR3ZWJtQoeBAkKFgQIYU4BnQI0VSalmQCgq17FAAw9CQE2AQAZ3aGFtbXlXQUAGd2hhbW15RIlACECPQAAAAAAAFlSua0AxrkAu14EBY8WBAZyBACK1nEADdW5khkAFVl9WUDglhohAA1ZQOIOBAeBABrCBCLqBCB9DtnVAIueBAKNAHIEAAIAwAQCdASoIAAgAAUAmJaQAA3AA/vz0AAA=',
  'base64',
);

const SAMPLES_A_SECOND = 8_000;

/** A tone of some seconds in WAV, in 8 bits and one channel. Source: Microsoft, "Multimedia Programming Interface 1.0". */
export function tinyTone(seconds: number): Buffer {
  const samples = Uint8Array.from({ length: seconds * SAMPLES_A_SECOND }, (_, at) =>
    Math.round(128 + 60 * Math.sin((at * 2 * Math.PI * 440) / SAMPLES_A_SECOND)),
  );
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_A_SECOND, 24);
  header.writeUInt32LE(SAMPLES_A_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
