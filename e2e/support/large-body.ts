/** A valid chat body of exactly this size: one long message with what makes a scanner work. */
export function bodyOf(bytes: number): Buffer {
  const open = '{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"';
  const close = '"}]}';
  const body = Buffer.alloc(bytes, 'a word, a line\\n and \\"more\\" ');
  body.write(open, 0);
  // An escape that the end cuts in two would change the body's shape.
  body.fill('x', bytes - close.length - 8, bytes - close.length);
  body.write(close, bytes - close.length);
  body.fill('x', open.length, open.length + 40);
  return body;
}
