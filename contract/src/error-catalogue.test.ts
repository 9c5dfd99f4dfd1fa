import { describe, expect, it } from 'vitest';
import { type CatalogueEntry, type ErrorCode, errorCatalogue } from './error-catalogue.ts';

/** The page for people who meet an error. Rewrite it by `npx vitest run --project=unit error-catalogue -u`. */
function errorReference(): string {
  const entries = Object.entries(errorCatalogue) as [ErrorCode, CatalogueEntry][];
  const relayed = entries.filter(([, { openAi }]) => openAi !== undefined);
  const managed = entries.filter(([, { openAi }]) => openAi === undefined);
  return `# Errors

Written from \`contract/src/error-catalogue.ts\`.

## Relayed calls

In OpenAI's shape: \`{"error": {"message", "type", "param", "code"}}\`. Every answer carries \`x-request-id\`. An error inside a stream is a last event of the same shape. By that id a call is found in the log (\`GET /api/log/self?request_id=\`, for administrators \`GET /api/log/\`); one that was refused before it reached a channel is not there but, with the reason and the message, among the refused calls a few seconds later (\`GET /api/refused_call/self?request_id=\`, for administrators \`GET /api/refused_call/\`), unless 20 more of its key were refused for the same reason within the same minute, or it had waited for more than two. Calls without a known key are found by administrators alone. "Next channel" marks what makes the gateway try another channel while nothing of an answer has left.

To the clients of Anthropic (\`/v1/messages\` and everything below \`/claude\` and \`/anthropic\`) in theirs: \`{"type": "error", "error": {"type", "message"}, "request_id"}\`, with the statuses below but for 402 of a balance that does not pay (429 where only other calls hold it, and for a budget that has a next period) and 529 instead of 503. The type follows the status: 401 \`authentication_error\`, 402 \`billing_error\`, 403 \`permission_error\`, 404 \`not_found_error\`, 413 \`request_too_large\`, 429 \`rate_limit_error\`, 504 \`timeout_error\`, 529 \`overloaded_error\`, else \`invalid_request_error\` or, from 500 on, \`api_error\`. \`x-error-code\` has the code in brackets.

To the clients of Google (everything below \`/v1beta\` and \`/gemini\`, and the calls \`/v1/models/{model}:{verb}\`) in theirs: \`{"error": {"code", "message", "status", "details"}}\`, with the statuses below but for 402 of a balance that does not pay (429 where only other calls hold it, and for a budget that has a next period). \`code\` is the HTTP status, \`status\` Google's name of it: 400, 413 and 422 \`INVALID_ARGUMENT\`, 401 \`UNAUTHENTICATED\`, 402 \`FAILED_PRECONDITION\`, 403 \`PERMISSION_DENIED\`, 404 \`NOT_FOUND\`, 405 \`UNIMPLEMENTED\`, 429 \`RESOURCE_EXHAUSTED\`, 500 \`INTERNAL\`, 502 and 503 \`UNAVAILABLE\`, 408 and 504 \`DEADLINE_EXCEEDED\`. \`details\` has the code in brackets as the \`reason\` of an \`ErrorInfo\`, wrong fields as a \`BadRequest\`, and when to try again as a \`RetryInfo\`.

| HTTP status | \`code\` | \`type\` | Message | Next channel |
|---|---|---|---|---|
${relayed.map(([code, entry]) => relayedRow(code, entry)).join('\n')}

## Management API

\`{"success": false, "message", "code", "request_id"}\`, with \`fields\` where values of a form do not fit. The codes above can occur here too, with their own status.

| HTTP status | \`code\` | Message |
|---|---|---|
${managed.map(([code, { status, message }]) => `| ${status} | \`${code}\` | ${message} |`).join('\n')}
`;
}

function relayedRow(code: ErrorCode, { status, message, openAi, otherChannel }: CatalogueEntry): string {
  const shown = openAi?.code === null ? '' : `\`${openAi?.code}\``;
  const cells = [openAi?.status ?? status, shown, `\`${openAi?.type}\``, `${message} (${code})`];
  return `| ${cells.join(' | ')} | ${otherChannel ? 'yes' : ''} |`;
}

describe('the error catalogue', () => {
  it('is what the reference page says', async () => {
    await expect(errorReference()).toMatchFileSnapshot('../../docs/reference/errors.md');
  });

  it.each(Object.entries(errorCatalogue))('%s is a whole sentence with a failing status', (_, entry) => {
    expect(entry.message).toMatch(/^[A-Z].*\.( Send it as "Authorization: Bearer sk-…"\.)?$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
  });
});
