/** A request for the model `m`, or another one. */
export const hello = (model = 'm') => ({ model, messages: [{ role: 'user', content: 'Say hello' }] });

/** A whole answer whose upstream reports this usage. */
export const answerOf = (promptTokens: number, completionTokens: number, details: object = {}) =>
  JSON.stringify({
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello!' } }],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, ...details },
  });
