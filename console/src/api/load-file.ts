import { hasOtherVersion, noteAnswer, untilServerAnswers } from './server-watch.ts';

/** A file of this page is gone, because the server runs another version now. */
export class StaleFileError extends Error {
  override readonly name = 'StaleFileError';
}

/**
 * Loads code or texts once the server answers. A browser remembers a failed load as long as the page is open, so a file
 * is not requested while the server is down.
 * @throws StaleFileError when the file is gone, because the server has another version now; else the browser's error
 */
export async function loadFile<File>(load: () => Promise<File>): Promise<File> {
  await untilServerAnswers();
  try {
    const file = await load();
    noteAnswer();
    return file;
  } catch (error) {
    if (await hasOtherVersion()) throw new StaleFileError('not served any more', { cause: error });
    throw error;
  }
}
