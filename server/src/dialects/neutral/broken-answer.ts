/** An upstream's answer that cannot be told as one. */
export class BrokenAnswerError extends Error {
  override readonly name: string = 'BrokenAnswerError';
}

/** A call that the model wrote wrongly. */
export class MalformedCallError extends BrokenAnswerError {
  override readonly name = 'MalformedCallError';
}
