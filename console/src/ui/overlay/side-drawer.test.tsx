import { act, cleanup, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { SideDrawer } from './side-drawer.tsx';

afterEach(cleanup);

const Late = ({ text }: { text: Promise<string> }) => <p>{use(text)}</p>;

it('keeps the screen behind it in sight while a part of it is still on its way', async () => {
  let arrive = (_text: string) => {};
  const text = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  await act(() =>
    renderPart(
      <Suspense fallback={<p>Nothing</p>}>
        <p>The list</p>
        <SideDrawer isOpen title="Call" onClose={() => {}}>
          <Late text={text} />
        </SideDrawer>
      </Suspense>,
    ),
  );
  expect(screen.getByText('The list')).toBeTruthy();
  expect(screen.getByText('Call')).toBeTruthy();
  expect(screen.queryByText('Nothing')).toBeNull();

  await act(async () => arrive('Its cost'));

  expect(await screen.findByText('Its cost')).toBeTruthy();
});
