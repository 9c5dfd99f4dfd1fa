import { listOf, objectOf } from '../neutral/json-values.ts';
import { type FindUserTurn, findTurnInMessages } from '../user-turn.ts';

/** Results of tools stand in turns of the user, and are no question. */
export const findAnthropicUserTurn: FindUserTurn = (tree) =>
  findTurnInMessages(objectOf(tree)?.messages, {
    partType: 'text',
    isQuestion: ({ content }) => !listOf(content).some((block) => objectOf(block)?.type === 'tool_result'),
  });
