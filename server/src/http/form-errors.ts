import type { z } from 'zod';
import { type FieldError, GatewayError } from '../platform/gateway-error.ts';

type Issue = z.core.$ZodIssue;

/** A code of ours as a schema's message, such as `channel.model_empty` or `too_small|5`; zod's have spaces. */
const OWN_CODE = /^[a-z_]+(\.[a-z_]+)?(\|\d+)?$/;

/** Lists the invalid values of a call, one entry per field. */
export function toFormError(error: z.core.$ZodError, part: string | undefined): GatewayError {
  const fields = new Map<string, FieldError>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || (part === 'body' ? '' : (part ?? ''));
    if (!fields.has(field)) fields.set(field, { field, code: codeOf(issue) });
  }
  return new GatewayError('request.invalid', {}, { fields: [...fields.values()] });
}

function codeOf(issue: Issue): string {
  if (OWN_CODE.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'required';
  if (issue.code === 'invalid_union') return unionCode(issue.errors);
  return issue.code;
}

/** For a value with several permitted forms, returns the most specific fault instead of a type mismatch. */
function unionCode(branches: readonly (readonly Issue[])[]): string {
  const issues = branches.flat();
  const telling = issues.find(({ code }) => code !== 'invalid_value' && code !== 'invalid_type');
  return telling === undefined ? 'invalid_value' : codeOf(telling);
}
