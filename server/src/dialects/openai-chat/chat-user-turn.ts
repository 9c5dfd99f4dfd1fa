import { objectOf } from '../neutral/json-values.ts';
import { type FindUserTurn, findTurnInMessages } from '../user-turn.ts';

export const findChatUserTurn: FindUserTurn = (tree) =>
  findTurnInMessages(objectOf(tree)?.messages, { partType: 'text' });
