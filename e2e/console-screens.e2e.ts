import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { type BusySite, COMMON_USER, startBusySite } from './support/busy-site.ts';
import { packPicture } from './support/packed-picture.ts';
import { type Reader, shownScreens } from './support/screen-list.ts';
import { isShownIn, type Look, shownLooks } from './support/screen-looks.ts';
import { ScreenTour } from './support/screen-tour.ts';
import { ROOT_NAME } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';
import { WatchedPage } from './support/watched-page.ts';

const WITHIN_MS = 400_000;
const accounts: Partial<Record<Reader, string>> = { user: COMMON_USER, owner: ROOT_NAME };
const readers: readonly Reader[] = ['stranger', 'visitor', 'user', 'owner'];

/** README shows it; taken again when it is missing or `UPDATE_PICTURES=1` asks for it. */
const readmePicture = join(import.meta.dirname, '../docs/pictures/console.png');
const needsReadmePicture = !existsSync(readmePicture) || process.env.UPDATE_PICTURES === '1';

describe('the console', () => {
  let test: TestBrowser;
  let fresh: TurnpikeProcess;
  let busy: BusySite;
  beforeAll(async () => {
    test = await launchBrowser();
    fresh = await startTurnpike({ env: { TURNPIKE_LOG_LEVEL: 'error' } });
    busy = await startBusySite();
  });
  afterAll(async () => {
    await test?.close();
    await fresh?.stop();
    await busy?.stop();
  });

  it('is shown in the README by a picture that is not too heavy', async () => {
    const visitor = await WatchedPage.open(test.browser, { url: busy.turnpike.url, language: 'en_US' });
    await visitor.signIn(ROOT_NAME);
    await visitor.visit('/panel/log');

    const picture = packPicture(await visitor.page.screenshot());
    if (needsReadmePicture) writeFileSync(readmePicture, picture);

    expect(picture.length / 1024).toBeLessThanOrEqual(200);
  });

  it.each(shownLooks)('looks right: $name', { timeout: WITHIN_MS }, async (look) => {
    const problems = await Promise.all(readers.map((reader) => problemsOf(reader, look)));
    expect(problems.flat()).toEqual([]);
  });

  async function problemsOf(reader: Reader, look: Look): Promise<string[]> {
    const screens = shownScreens.filter((one, place) => one.reader === reader && isShownIn(look, place));
    if (screens.length === 0) return [];
    const url = reader === 'stranger' ? fresh.url : busy.turnpike.url;
    const tour = await ScreenTour.begin(test, url, look);
    const account = accounts[reader];
    if (account !== undefined) await tour.visitor.signIn(account);
    for (const { name, show } of screens) {
      // One screen that cannot be shown does not hide what is wrong with the others.
      await show(tour, { fresh, busy }).catch((error: Error) => tour.note(name, [error.message]));
    }
    return tour.end();
  }
});
