import { modelOwners } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providers } from '../server/src/providers/provider-registry.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser, takePicture } from './support/browser.ts';
import { type BusySite, OPERATOR, startBusySite } from './support/busy-site.ts';
import { readPseudo, speakPseudo, toPseudo } from './support/pseudo-language.ts';
import { ROOT_NAME } from './support/site.ts';
import { WatchedPage } from './support/watched-page.ts';

const publicPaths = ['/', '/price', '/about', '/login', '/nowhere'];
const panelPaths = [
  ...['', '/analytics', '/model_price', '/profile', '/playground', '/setting', '/log'],
  ...[
    '/token',
    '/token?open=new',
    '/channel',
    '/channel?open=new',
    '/user',
    '/user?open=2',
    '/user?open=new',
  ],
  ...[
    '/user_group',
    '/user_group?open=new',
    '/pricing',
    '/pricing?open=gpt-5',
    '/pricing?open=compare',
    '/model_ownedby?open=new',
  ],
].map((path) => `/panel${path}`);

/** Texts that are equal in all languages: given names, identifiers, days of a chart's axis. */
const names: readonly RegExp[] = [
  ...providers.map(({ label }) => wholly(label)),
  ...modelOwners.map(({ name }) => wholly(name)),
  ...['Turnpike', 'Run by', OPERATOR, 'Default', 'VIP', 'SVIP', 'Python', 'JavaScript', 'Chrome · Linux'].map(
    wholly,
  ),
  // Names of models; Cloudflare's begin with `@cf/`.
  /^@?[\da-z][\w.:/*+…-]*(, [\da-z][\w.:/*+-]*)*$/,
  /^[A-Z][a-z]{2} \d{1,2}$/,
  // Administrators read in the log which option was changed, by its key, and how many prices, by signs.
  /^Footer$/,
  /^prices \(\w+\): \+\d+ ±\d+ −\d+$/,
];

function wholly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

it('a language of longer words keeps placeholders and marks', () => {
  expect(toPseudo('Delete {{name}}?')).toBe('⟦Délété {{name}}? ~~ ~~⟧');
});

if (isLong) describe('a language of longer words', lookAtScreens);

function lookAtScreens(): void {
  let test: TestBrowser;
  let site: BusySite;
  beforeAll(async () => {
    test = await launchBrowser();
    site = await startBusySite();
  });
  afterAll(async () => {
    await test?.close();
    await site?.stop();
  });

  it.each([1440, 360])(
    'shows no text that is not translated, and cuts none off: %i px wide',
    async (width) => {
      const visitor = await WatchedPage.open(test.browser, {
        ...{ url: site.turnpike.url, language: 'en_US', width, height: 900, isTouch: width === 360 },
      });
      await speakPseudo(visitor.page);
      const problems: string[] = [];
      const look = async (path: string) => {
        await visitor.visit(path);
        await takePicture(visitor.page, `pseudo-${width}${path.replaceAll(/\W/g, '-')}`);
        const { foreign, clipped } = await readPseudo(visitor.page);
        const untranslated = foreign.filter((text) => !names.some((name) => name.test(text)));
        problems.push(...untranslated.map((text) => `${path}: not translated: ${text}`));
        problems.push(...clipped.map((text) => `${path}: cut off: ${text}`));
      };

      for (const path of publicPaths) await look(path);
      await visitor.signIn(ROOT_NAME);
      for (const path of panelPaths) await look(path);

      expect([...problems, ...visitor.takeComplaints()]).toEqual([]);
    },
  );
}
