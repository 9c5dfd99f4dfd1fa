import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type BusySite, createOwners, startBusySite } from '../support/busy-site.ts';
import { ROOT_NAME } from '../support/site.ts';
import { WatchedPage } from '../support/watched-page.ts';

const LIST_ROWS = 2000;
const IDLE_SECONDS = 10;
const SLOWED = 4;
/** Other work on the machine only adds to a press: what the console takes is the quickest of up to so many rounds. */
const ROUNDS = 10;
const SLOWEST_PRESS_MS = 200;
/** Milliseconds that `sampleOfWork` takes on the machine that the limits were set on. */
const REFERENCE_WORK_MS = 8;

describe('the console is quick', () => {
  let test: TestBrowser;
  let site: BusySite;
  let owner: WatchedPage;
  let devtools: CDPSession;
  beforeAll(async () => {
    test = await launchBrowser();
    site = await startBusySite();
    owner = await WatchedPage.open(test.browser, { url: site.turnpike.url, language: 'en_US' });
    await owner.signIn(ROOT_NAME);
    devtools = await owner.page.context().newCDPSession(owner.page);
  });
  afterAll(async () => {
    await test?.close();
    await site?.stop();
  });

  it('answers every press within 200 ms on a processor four times slower', async () => {
    const { page } = owner;
    const slowest: Record<string, number> = {};
    const note = async (name: string) => {
      const ms = Number(await page.evaluate(takeSlowestPress));
      slowest[name] = Math.min(ms, slowest[name] ?? Number.POSITIVE_INFINITY);
    };

    const tooSlow = () => Object.entries(slowest).filter(([, ms]) => ms > SLOWEST_PRESS_MS);

    for (let round = 0; round === 0 || (round < ROUNDS && tooSlow().length > 0); round += 1) {
      await owner.visit('/panel/user');
      await page.evaluate(watchPresses);
      const workMs = Number(await page.evaluate(sampleOfWork));
      const rate = Math.max(1, (SLOWED * REFERENCE_WORK_MS) / workMs);
      console.log(`A sample of work takes ${workMs.toFixed(1)} ms: slowed ${rate.toFixed(1)} times`);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
      await page.getByRole('searchbox').click();
      await page.keyboard.type('mia');
      await page.waitForURL('**/panel/user?*keyword=mia*');
      await note('typing in a search');
      await page.getByRole('button', { name: 'Actions for mia' }).click();
      await page.getByRole('menu').waitFor();
      await note('opening a menu');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await note('closing it');
      await page.getByRole('link', { name: 'mia' }).click();
      await page.getByRole('dialog').waitFor();
      await note('opening a drawer');
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    console.log('Slowest press in ms, quickest of the rounds:', slowest);

    expect(tooSlow()).toEqual([]);
  });

  it('scrolls through two thousand rows without stutter', async () => {
    const { page } = owner;
    await createOwners(site, LIST_ROWS);
    await owner.visit('/panel/model_ownedby');
    await page.getByRole('grid').waitFor();

    const framesPerSecond = Number(await page.evaluate(scrollDown));
    console.log(`Scrolling ${LIST_ROWS} rows: median ${framesPerSecond} frames a second`);

    expect(framesPerSecond).toBeGreaterThanOrEqual(55);
  });

  it('leaves the processor alone while nobody does anything', async () => {
    await owner.visit('/panel');
    await devtools.send('Performance.enable');
    const busySeconds = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const before = await busySeconds();
    await owner.page.waitForTimeout(IDLE_SECONDS * 1000); // Time is what is measured here.
    const percent = ((await busySeconds()) - before) * (100 / IDLE_SECONDS);
    console.log(`An idle dashboard: ${percent.toFixed(2)} % of a processor`);

    expect(percent).toBeLessThan(1);
  });
});

/** Runs in the page: how fast the processor is now; work like the console's, with elements, objects and texts. */
const sampleOfWork = `(() => {
  const work = () => {
    const startedAt = performance.now();
    const list = document.createElement('div');
    for (let index = 0; index < 12000; index += 1) {
      const item = list.appendChild(document.createElement('span'));
      item.className = 'item-' + (index % 40);
      item.textContent = JSON.stringify({ index, name: 'item ' + index, parts: [index, index * 2] });
    }
    list.querySelectorAll('.item-7').forEach((item) => JSON.parse(item.textContent));
    return performance.now() - startedAt;
  };
  return Math.min(...Array.from({ length: 10 }, work));
})()`;

/** Runs in the page: durations of presses until the next picture, as browsers time events. */
const watchPresses = `(() => {
  window.presses = [];
  const take = (entries) => {
    for (const { interactionId, duration } of entries) if (interactionId > 0) window.presses.push(duration);
  };
  window.pressObserver = new PerformanceObserver((list) => take(list.getEntries()));
  window.pressObserver.observe({ type: 'event', durationThreshold: 16 });
  window.takePresses = () => take(window.pressObserver.takeRecords());
})()`;

/** Runs in the page, after the picture that follows the press. */
const takeSlowestPress = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    window.takePresses();
    resolve(Math.max(0, ...window.presses.splice(0)));
  }));
})`;

/** Runs in the page: pushes the list for two seconds, as a finger would; median of the time between frames. */
const scrollDown = `new Promise((resolve) => {
  const list = document.querySelector('[role=grid]').parentElement;
  const startedAt = performance.now();
  const gaps = [];
  let last = startedAt;
  const step = (now) => {
    gaps.push(now - last);
    last = now;
    list.scrollTop += 60;
    if (now - startedAt < 2000) requestAnimationFrame(step);
    else resolve(Math.round(1000 / gaps.sort((a, b) => a - b)[gaps.length >> 1]));
  };
  requestAnimationFrame(step);
})`;
