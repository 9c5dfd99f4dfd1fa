import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER_EXPIRES } from '@turnpike/contract';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { clearDate, shownDate, typeDate } from '../date/test-date.ts';
import { renderPart } from '../test/test-screen.tsx';
import { ExpiryInput } from './expiry-input.tsx';

function Held({ seconds }: { seconds: number }) {
  const form = useForm({ defaultValues: { expired_time: seconds } });
  return (
    <FormProvider {...form}>
      <ExpiryInput name="expired_time" label="Expires" />
      <output>{String(form.watch('expired_time'))}</output>
    </FormProvider>
  );
}

describe('when a key expires', () => {
  const user = userEvent.setup();
  const kept = () => screen.getByRole('status').textContent;
  afterEach(cleanup);

  it('is typed as a moment of the reader’s own clock, whose zone is named', async () => {
    await renderPart(<Held seconds={new Date('2026-10-05T18:00').getTime() / 1000} />);
    expect(await shownDate('Expiry date and time')).toBe('10/05/2026 06:00 PM');
    expect(screen.getByText(/^Time zone: /)).toBeTruthy();

    await typeDate(user, 'Expiry date and time', '123120270730AM');
    expect(kept()).toBe(String(new Date('2027-12-31T07:30').getTime() / 1000));

    await clearDate(user, 'Expiry date and time');
    expect(kept()).toBe('NaN');
  });

  it.each([
    ['is incomplete', '02'],
    ['does not exist', '023120270730AM'],
  ])('says of a date that %s that it is not valid, once it is left', async (_what, keys) => {
    await renderPart(<Held seconds={new Date('2026-10-05T18:00').getTime() / 1000} />);
    await clearDate(user, 'Expiry date and time');
    await typeDate(user, 'Expiry date and time', keys);
    expect(screen.queryByRole('alert')).toBeNull();

    await user.click(document.body);
    expect((await screen.findByRole('alert')).textContent).toBe('This date is not valid.');

    await typeDate(user, 'Expiry date and time', '123120270730AM');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('begins in thirty days where it was never', async () => {
    await renderPart(<Held seconds={NEVER_EXPIRES} />);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Expires' }), 'at');

    const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).getFullYear();
    expect(await shownDate('Expiry date and time')).toContain(`/${inThirtyDays} `);
  });
});
