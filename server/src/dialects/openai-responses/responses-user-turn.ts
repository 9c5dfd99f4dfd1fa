import { objectOf } from '../neutral/json-values.ts';
import { type FindUserTurn, findTurnInMessages, withText } from '../user-turn.ts';

/** Items of other types, such as results of tools, have no role. */
export const findResponsesUserTurn: FindUserTurn = (tree) => {
  const request = objectOf(tree);
  if (request === null) return null;
  const { input } = request;
  if (typeof input !== 'string') return findTurnInMessages(input, { partType: 'input_text' });
  if (input === '') return null;
  return {
    texts: [input],
    before: null,
    append(text) {
      request.input = withText(input, { text });
    },
  };
};
