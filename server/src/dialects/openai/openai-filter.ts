/** Whether a filter ended a whole chat completion, or a legacy one. Source: OpenAI API reference, "The chat completion object". */
export function isFilteredByOpenAi(body: Buffer): boolean {
  const { choices } = JSON.parse(body.toString('utf8')) as { choices: unknown };
  if (!Array.isArray(choices)) return false;
  return choices.some(
    (choice: { finish_reason?: unknown } | null) => choice?.finish_reason === 'content_filter',
  );
}
