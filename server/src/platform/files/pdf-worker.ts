import { parentPort } from 'node:worker_threads';
import { drawSheet } from './draw-sheet.ts';
import type { PdfSheet } from './pdf-sheet.ts';

// A sheet takes some tenths of a second, which the main thread does not have.

parentPort?.on('message', async (sheet: PdfSheet) => {
  try {
    parentPort?.postMessage({ bytes: await drawSheet(sheet) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
