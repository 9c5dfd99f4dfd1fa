import { describe } from 'vitest';
import { askFourQuestions } from './support/four-questions.ts';

describe('within three clicks of the page after signing in', () => {
  askFourQuestions({ width: 1440, height: 900 });
});
