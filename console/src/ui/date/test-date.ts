import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

const invisible = /[\u2066-\u2069\u200B]/g;

export const dateGroup = (name: string): Promise<HTMLElement> => screen.findByRole('group', { name });

/** Shown text of a field for a day or a moment. */
export const shownDate = async (name: string): Promise<string> =>
  ((await dateGroup(name)).textContent ?? '').replace(invisible, '').replace(/\u202F/g, ' ');

/** Types over what the field holds, as a reader of English does: `10052026` or `100520260304PM`. */
export async function typeDate(user: UserEvent, name: string, keys: string): Promise<void> {
  await user.click(await within(await dateGroup(name)).findByRole('spinbutton', { name: 'Month' }));
  await user.keyboard(keys);
}

export async function clearDate(user: UserEvent, name: string): Promise<void> {
  await typeDate(user, name, '{Control>}a{/Control}{Delete}{ArrowLeft}');
}
