import { describe, expect, it } from 'vitest';
import { type CatalogueEntry, type ErrorCode, errorCatalogue } from './error-catalogue.ts';

/** The page for people who meet an error. Rewrite it by `npx vitest run --project=unit error-catalogue -u`. */
function errorReference(): string {
  const entries = Object.entries(errorCatalogue) as [ErrorCode, CatalogueEntry][];
  const relayed = entries.filter(([, { openAi }]) => openAi !== undefined);
  const managed = entries.filter(([, { openAi }]) => openAi === undefined);
  return `# Errors

This page is generated from \`contract/src/error-catalogue.ts\`.

## Relayed calls

Every response has an \`x-request-id\` header. The shape of an error depends on the API that the client uses. An error inside a stream is sent as the last event and has the same shape. The column "Next channel" marks the errors after which the gateway tries another channel, as long as no part of an answer has been sent.

### Finding a failed call

- Search the log by the request id: \`GET /api/log/self?request_id=\`, or \`GET /api/log/?request_id=\` for administrators.
- A call that was refused before it reached a channel is not in the log. It appears among the refused calls a few seconds later, with the reason and the message: \`GET /api/refused_call/self?request_id=\`, or \`GET /api/refused_call/?request_id=\` for administrators.
- A refused call is not recorded if 20 more calls of its key were refused for the same reason within the same minute. It is also not recorded if it had waited for more than two minutes.
- Only administrators can find calls without a known key.

### OpenAI clients

All calls except those in the next two sections return errors in OpenAI's shape: \`{"error": {"message", "type", "param", "code"}}\`.

### Anthropic clients

Calls to \`/v1/messages\` and to all paths below \`/claude\` and \`/anthropic\` return errors in Anthropic's shape: \`{"type": "error", "error": {"type", "message"}, "request_id"}\`. The header \`x-error-code\` has the code in brackets.

The statuses are those in the table, with two exceptions:

- An insufficient balance, quota or budget returns 402. It returns 429 if only other running calls hold the balance, or if the budget has a next period.
- 529 replaces 503.

The type follows the status:

| Status | \`type\` |
|---|---|
| 401 | \`authentication_error\` |
| 402 | \`billing_error\` |
| 403 | \`permission_error\` |
| 404 | \`not_found_error\` |
| 413 | \`request_too_large\` |
| 429 | \`rate_limit_error\` |
| 504 | \`timeout_error\` |
| 529 | \`overloaded_error\` |
| other statuses below 500 | \`invalid_request_error\` |
| other statuses from 500 | \`api_error\` |

### Google clients

Calls to all paths below \`/v1beta\` and \`/gemini\`, and to \`/v1/models/{model}:{verb}\`, return errors in Google's shape: \`{"error": {"code", "message", "status", "details"}}\`.

The statuses are those in the table, with one exception. An insufficient balance, quota or budget returns 402. It returns 429 if only other running calls hold the balance, or if the budget has a next period.

\`code\` is the HTTP status. \`status\` is Google's name for it:

| \`code\` | \`status\` |
|---|---|
| 400, 413, 422 | \`INVALID_ARGUMENT\` |
| 401 | \`UNAUTHENTICATED\` |
| 402 | \`FAILED_PRECONDITION\` |
| 403 | \`PERMISSION_DENIED\` |
| 404 | \`NOT_FOUND\` |
| 405 | \`UNIMPLEMENTED\` |
| 429 | \`RESOURCE_EXHAUSTED\` |
| 500 | \`INTERNAL\` |
| 502, 503 | \`UNAVAILABLE\` |
| 408, 504 | \`DEADLINE_EXCEEDED\` |

\`details\` contains the code in brackets as the \`reason\` of an \`ErrorInfo\`, the invalid fields as a \`BadRequest\`, and the time to retry as a \`RetryInfo\`.

### All errors of relayed calls

The status, \`code\` and \`type\` are those that OpenAI clients receive.

| HTTP status | \`code\` | \`type\` | Message | Next channel |
|---|---|---|---|---|
${relayed.map(([code, entry]) => relayedRow(code, entry)).join('\n')}

## Management API

Errors have the shape \`{"success": false, "message", "code", "request_id"}\`, with \`fields\` if form values are invalid. The codes above can also occur here, with their own status.

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
