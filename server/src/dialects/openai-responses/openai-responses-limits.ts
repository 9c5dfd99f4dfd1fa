/** OpenAI refuses a lower `max_output_tokens`. */
export const LEAST_OUTPUT_TOKENS = 16;
