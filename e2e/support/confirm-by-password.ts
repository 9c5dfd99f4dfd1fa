import type { Page } from 'playwright-core';
import { takePicture } from './browser.ts';
import { PASSWORD } from './site.ts';

/** Answers the dialog that asks for the password again. Its texts differ by language, its field is the same. */
export async function confirmByPassword(
  page: Page,
  { password = PASSWORD, picture = '' }: { password?: string; picture?: string } = {},
): Promise<void> {
  const field = page.locator('[role=dialog] input[name=current_password]');
  await field.fill(password);
  if (picture !== '') await takePicture(page, picture);
  await field.press('Enter');
  await field.waitFor({ state: 'detached' });
}
