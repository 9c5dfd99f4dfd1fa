/** How a vendor divides a stream, or names its events, where that is not as the dialect has it. */
export interface Framing {
  /** Media types of answers that are divided so. */
  types: readonly string[];
  /** Loaded with the first such answer. */
  open(): Promise<FrameReader>;
}

/** Reads the frames of one answer. */
export interface FrameReader {
  /** Bytes that are kept until their frame is complete. */
  readonly unfinishedBytes: number;
  /**
   * @returns the frames that are complete, as server-sent events; empty while there is none
   * @throws where what came is no frame
   */
  push(piece: Buffer): string;
  /** The remaining events at the end of the answer, as `push`. */
  end(): string;
}
