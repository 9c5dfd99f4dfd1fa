/**
 * The reason why a text is not JSON, as a code for the field, with the line if known. Browsers report the line in
 * different ways.
 * @returns undefined for JSON, and for no text at all
 */
export function jsonFault(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const line = faultLine(text, error instanceof Error ? error.message : '');
    return line === undefined ? 'json.invalid' : `json.invalid_line|${line}`;
  }
}

function faultLine(text: string, message: string): number | undefined {
  const named = /line (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  // The text ends too early: nothing is wrong before its last line.
  return /end of (JSON )?(input|data)|EOF/i.test(message) ? text.trimEnd().split('\n').length : undefined;
}
