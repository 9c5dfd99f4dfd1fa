import { ByteCollector } from '../memory/byte-collector.ts';

/** One message of a stream as Amazon's services divide it. */
export interface AwsFrame {
  /** As `:event-type`; those that are no text are left out. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Takes a whole frame apart. @throws where a checksum differs */
type DecodeFrame = (frame: Uint8Array) => {
  headers: Readonly<Record<string, { value: unknown }>>;
  body: Uint8Array;
};

/** Size of the length field at the beginning of a frame. */
const LENGTH_BYTES = 4;
/** Size of a frame without headers and body: two lengths and two checksums. */
const MIN_FRAME_BYTES = 16;

/**
 * Cuts a stream's bytes into frames. Only the unfinished frame is kept, and joined once.
 * Source: Amazon Transcribe developer guide, "Event stream encoding".
 */
export class AwsEventFrames {
  readonly #decode: DecodeFrame;
  readonly #maxFrameBytes: number;
  readonly #rest = new ByteCollector();
  /** Bytes that the rest must have before anything more is known. */
  #neededBytes = LENGTH_BYTES;

  private constructor(decode: DecodeFrame, maxFrameBytes: number) {
    this.#decode = decode;
    this.#maxFrameBytes = maxFrameBytes;
  }

  static async open({ maxFrameBytes }: { maxFrameBytes: number }): Promise<AwsEventFrames> {
    // Loaded with the first stream that needs it.
    const { EventStreamCodec } = await import('@smithy/eventstream-codec');
    const codec = new EventStreamCodec(
      (bytes) => Buffer.from(bytes).toString('utf8'),
      (text) => Buffer.from(text, 'utf8'),
    );
    return new AwsEventFrames((frame) => codec.decode(frame), maxFrameBytes);
  }

  /** Bytes that are kept until their frame is complete. */
  get unfinishedBytes(): number {
    return this.#rest.length;
  }

  /** @throws where what came is no frame, or one is longer than allowed */
  push(piece: Buffer): AwsFrame[] {
    let bytes = piece;
    if (this.#rest.length > 0) {
      this.#rest.add(piece);
      if (this.#rest.length < this.#neededBytes) return [];
      bytes = this.#rest.take();
    }
    const frames: AwsFrame[] = [];
    let at = 0;
    this.#neededBytes = LENGTH_BYTES;
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = bytes.readUInt32BE(at);
      if (length < MIN_FRAME_BYTES || length > this.#maxFrameBytes)
        throw new RangeError('a frame has no length that is allowed');
      this.#neededBytes = length;
      if (bytes.length - at < length) break;
      frames.push(toFrame(this.#decode(bytes.subarray(at, at + length))));
      at += length;
      this.#neededBytes = LENGTH_BYTES;
    }
    // The piece is reused by who reads.
    if (at < bytes.length) this.#rest.add(Buffer.from(bytes.subarray(at)));
    return frames;
  }
}

function toFrame({ headers, body }: ReturnType<DecodeFrame>): AwsFrame {
  const texts: Record<string, string> = {};
  for (const [name, { value }] of Object.entries(headers)) if (typeof value === 'string') texts[name] = value;
  return { headers: texts, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
}
