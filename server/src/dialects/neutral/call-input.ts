import { parseExact } from '../../platform/json/exact-json.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { CallPart } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';
import { functionInput } from './custom-tools.ts';
import { type Json, objectOf } from './json-values.ts';

/** The input of a call that was answered, for dialects where it is an object; what a model wrote wrongly is shown as it is. */
export const inputAsObject = (input: string): Json => parsed(input, parseExact) ?? { input };

/**
 * The same of a call in a request, where long texts are tokens.
 * @throws request.too_large
 */
export function requestInput(
  call: Pick<CallPart, 'input' | 'isCustom'>,
  { texts, report }: { texts: LongTexts; report: ConversionReport },
): Json {
  const input = functionInput(call);
  const given = parsed(input, (text) => texts.parseInside(text));
  if (given === null) report.note('approximated', 'tool_calls.arguments', 'no JSON object, given as a text');
  return given ?? { input };
}

/**
 * Nothing is an empty object, as vendors mean it: some write `null`.
 * @returns null where it is no object
 */
function parsed(input: string, parse: (text: string) => unknown): Json | null {
  const trimmed = input.trim();
  if (trimmed === '' || trimmed === 'null') return {};
  try {
    return objectOf(parse(input));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
