/** At Google and at gateways to it alike. Source: Gemini API, "Thought signatures", "OpenAI compatibility". */
export const isGoogleModel = (upstreamModel: string): boolean => /(?:^|[/.])gemini-/.test(upstreamModel);
