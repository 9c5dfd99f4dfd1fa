import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { RoutedCall } from '../call/call-context.ts';
import { fateOfLimit, type WrittenMembers } from './written-members.ts';

/** Returns the report of the changes to the request, converted or not. */
export function reportOf(call: RoutedCall): ConversionReport {
  if (call.converted !== null) return call.converted.report;
  call.leftOut ??= new ConversionReport();
  return call.leftOut;
}

/** @param report of one step of the request */
export function noteAll(call: RoutedCall, report: ConversionReport): void {
  for (const { fate, field, why } of report.fields) reportOf(call).note(fate, field, why);
}

/** Reports a bound that the gateway adds, under the name that the caller used. */
export function noteBound(call: RoutedCall, { outputLimit }: WrittenMembers): void {
  if (outputLimit === null) return;
  const { facts, dialect, scan } = call;
  const { member, tokens } = outputLimit;
  const own = dialect.limitMembers.find((name) => scan.found.has(name));
  const fate = fateOfLimit(tokens, facts.maxOutputTokens);
  // The member may be present as null.
  const name = fate === 'added' ? member : (own ?? member);
  if (fate !== null) reportOf(call).note(fate, name, String(tokens));
}
