import { describe, expect, it } from 'vitest';
import { nextTurn } from './turns.ts';

describe('turns of the event loop', () => {
  it('go to one of several long works each', async () => {
    let turn = 0;
    let isOver = false;
    const countTurns = (): void => {
      turn += 1;
      if (!isOver) setImmediate(countTurns);
    };
    countTurns();
    const wentOnIn: number[] = [];

    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let piece = 0; piece < 5; piece += 1) {
          await nextTurn();
          wentOnIn.push(turn);
        }
      }),
    );
    isOver = true;

    expect(wentOnIn).toHaveLength(50);
    expect(new Set(wentOnIn).size).toBe(50);
  });
});
