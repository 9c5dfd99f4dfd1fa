import type { CallPart, Tool } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';

const INPUT = 'input';

/** A tool whose input is a text, as a function for vendors that know no other tools. */
export function customAsFunction(
  { name, description, format }: Tool & { kind: 'custom' },
  report: ConversionReport,
): { name: string; description: string; schema: object } {
  report.note('approximated', `tools.${name}`, 'a function with one text');
  if (format !== null) report.note('dropped', `tools.${name}.format`);
  const text = { type: 'string', description: 'The whole input of the tool, as text.' };
  return { name, description, schema: { type: 'object', properties: { [INPUT]: text }, required: [INPUT] } };
}

/** The input of a call as a function's: that of a custom tool is its one text. */
export const functionInput = ({ input, isCustom }: Pick<CallPart, 'input' | 'isCustom'>): string =>
  isCustom ? JSON.stringify({ [INPUT]: input }) : input;
