/** How a vendor divides a stream that is no server-sent one. */
export interface Framing {
  /** Media type of an answer that is divided so. */
  type: string;
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
}
