/** Reads texts of a body; long ones stand in it as tokens, see `LongTexts`. */
export interface BodyTexts {
  /** The first characters. */
  head(text: string, length: number): string;
  withoutHead(text: string, length: number): string;
  full(text: string): string;
  bytesOf(text: string): number;
}
