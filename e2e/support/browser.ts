import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page, type PageScreenshotOptions } from 'playwright-core';
import { type BrowserProgram, findBrowserProgram } from './browser-program.ts';

const require = createRequire(import.meta.url);

/** Where the tests put pictures of screens; not kept in the repository. */
const pictureDir = join(import.meta.dirname, '../pictures');
export const takesPictures = process.env.TURNPIKE_PICTURES === '1';

/** `--disable-dev-shm-usage`: containers give /dev/shm as little as 64 MB. The rest: stay off the network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
];

export interface TestBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/** A headless Chromium with glyphs for all four languages and a home folder of its own. */
export async function launchBrowser(): Promise<TestBrowser> {
  const program = await findBrowserProgram();
  const home = mkdtempSync(join(tmpdir(), 'turnpike-browser-'));
  const removeHome = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    const browser = await chromium.launch({
      executablePath: program.path,
      headless: true,
      args: flags,
      env: browserEnvironment(program, home),
    });
    return {
      browser,
      async close() {
        await browser.close();
        removeHome();
      },
    };
  } catch (error) {
    removeHome();
    throw error;
  }
}

/** Takes the picture of a screen for people to look at, where the run is asked for pictures: `npm run e2e`. */
export async function takePicture(
  page: Page,
  name: string,
  options: Pick<PageScreenshotOptions, 'fullPage' | 'clip'> = {},
): Promise<void> {
  if (takesPictures) await page.screenshot({ ...options, path: picturePath(name) });
}

/** Full path for a picture of a screen, in a folder that exists. */
export function picturePath(name: string): string {
  mkdirSync(pictureDir, { recursive: true });
  return join(pictureDir, `${name}.png`);
}

function browserEnvironment(program: BrowserProgram, home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const { libraryDir } = program;
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    FONTCONFIG_FILE: writeFontConfiguration(home),
    ...(libraryDir === undefined ? {} : { LD_LIBRARY_PATH: libraryDir }),
  };
}

/** Only the font from npm, so that pictures look alike on every machine. */
function writeFontConfiguration(home: string): string {
  const fontDir = join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts');
  const file = join(home, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fontDir}</dir><cachedir>${join(home, 'font-cache')}</cachedir></fontconfig>
`,
  );
  return file;
}
