import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { useShortList } from './use-short-list.ts';

afterEach(cleanup);

const Subject = ({ names }: { names: readonly string[] }) => <p>{useShortList()(names)}</p>;
const names = Array.from({ length: 120 }, (_, index) => `m${index + 1}`);

it.each([
  [names.slice(0, 2), 'm1, m2'],
  [names.slice(0, 8), 'm1, m2, m3, m4, m5, m6, m7, m8'],
  [names, 'm1, m2, m3, m4, m5, m6, m7, m8 and 112 more'],
])('writes few names out, and counts those beyond the eighth', async (given, shown) => {
  await renderPart(<Subject names={given} />);
  expect(screen.getByText(shown)).toBeTruthy();
});
