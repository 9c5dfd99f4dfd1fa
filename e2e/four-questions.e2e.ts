import { describe } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { askFourQuestions } from './support/four-questions.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740, isPhone: true };

describe.each(isLong ? [wide, phone] : [wide])('three clicks after signing in, $width px wide', (screen) => {
  askFourQuestions(screen);
});
