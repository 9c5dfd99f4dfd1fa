/**
 * Models that want their thinking back with the results of their calls, or refuse those without it, by the beginning of
 * their own name: behind a vendor's, as in `moonshotai/kimi-k2-thinking`. Models that do not think, or think as another
 * vendor's, are none of them. Source: DeepSeek, "Thinking mode: tool calls"; Moonshot, "Kimi thinking models"; Z.AI,
 * "Thinking mode"; MiniMax, "Interleaved thinking".
 */
const WANTS_THINKING = /(?:^|[/.:])(?:deepseek[-.](?!.*distill)|kimi-(?!.*instruct)|glm-|minimax-)/i;

/** Others, such as Groq's and Mistral's, refuse it: that is learned. */
export const chatThinking = {
  name: 'reasoning_content',
  isWantedBy: (model: string): boolean => WANTS_THINKING.test(model),
};
