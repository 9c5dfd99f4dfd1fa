import { describe } from 'vitest';
import { askFourQuestions } from './support/four-questions.ts';

describe('within three clicks of the page after signing in, on a phone', () => {
  askFourQuestions({ width: 360, height: 740, isPhone: true });
});
