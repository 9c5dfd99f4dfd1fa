/** An upstream's answer that cannot be passed on as an answer. */
export class BrokenAnswerError extends Error {
  override readonly name: string = 'BrokenAnswerError';
}

/** A call that the model wrote wrongly. */
export class MalformedCallError extends BrokenAnswerError {
  override readonly name = 'MalformedCallError';
}
