import { expect, it } from 'vitest';
import { ModelHabits } from './model-habits.ts';

const routeTo = (id: number, upstreamModel: string) => ({ channel: { id }, upstreamModel });

it('forgets the model that was learned of least recently, and no other', () => {
  const habits = new ModelHabits<number>();
  for (let i = 0; i < 10_000; i += 1) habits.learn(routeTo(1, `model-${i}`), i);
  habits.learn(routeTo(1, 'model-0'), 0);

  habits.learn(routeTo(1, 'one-more'), -1);

  expect(habits.find(routeTo(1, 'model-0'))).toBe(0);
  expect(habits.find(routeTo(1, 'model-1'))).toBeUndefined();
  expect(habits.find(routeTo(1, 'model-2'))).toBe(2);
  expect(habits.find(routeTo(2, 'model-2'))).toBeUndefined();
});
