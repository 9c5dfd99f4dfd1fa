/** OpenAI refuses a lower `max_output_tokens`. */
export const MIN_OUTPUT_TOKENS = 16;
