import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test-screen.tsx';
import { useNoteText } from './use-note-text.ts';

const Note = ({ content }: { content: string }) => <output>{useNoteText()(content)}</output>;

beforeEach(() => loadTexts('log'));
afterEach(cleanup);

it.each([
  ['prices (update): +3 ±2 −0', 'prices taken: 3 new, 2 changed, 0 removed'],
  ['calls (delete): −120 < 2026-11-01T00:00:00Z', 'calls deleted: 120, before 2026-11-01T00:00:00Z'],
  ['a gift, prices (update): +3 ±2 −0', 'a gift, prices (update): +3 ±2 −0'],
  ['', ''],
])('says %j as %j', async (content, said) => {
  await renderPart(<Note content={content} />);
  expect((await screen.findByRole('status')).textContent).toBe(said);
});
