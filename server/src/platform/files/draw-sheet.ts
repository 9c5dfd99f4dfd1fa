import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { fontFor, type Weight } from './pdf-fonts.ts';
import type { PdfSheet } from './pdf-sheet.ts';

const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN - 16;
const GAP = 16;
const CELL_GAP = 8;
const INK = '#1f2937';
const PALE = '#6b7280';
const LINE = '#d1d5db';

interface TextLook {
  width: number;
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
}

/** Draws a sheet on A4 pages. */
export async function drawSheet(sheet: PdfSheet): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: sheet.head.name, Author: sheet.head.site },
  });
  const bytes = buffer(document);
  const pen = new Pen(document, sheet.forms);
  drawHead(pen, sheet.head);
  drawBlocks(pen, sheet.blocks);
  drawTable(pen, sheet.table);
  drawTotal(pen, sheet.total);
  numberPages(pen, sheet.head.name);
  document.end();
  return new Uint8Array(await bytes);
}

/** Writes texts in places, with the font that has their characters. */
class Pen {
  readonly document: PDFKit.PDFDocument;
  readonly #forms: PdfSheet['forms'];
  y = MARGIN;

  constructor(document: PDFKit.PDFDocument, forms: PdfSheet['forms']) {
    this.document = document;
    this.#forms = forms;
  }

  /** @returns its height */
  write(text: string, x: number, y: number, look: TextLook): number {
    const { width, align = 'left', color = INK } = look;
    const height = this.measure(text, look);
    this.document.fillColor(color).text(text, x, y, { width, align });
    return height;
  }

  /** Chooses the font of the text too. */
  measure(text: string, { width, size = 9, weight = 'Regular' }: TextLook): number {
    const font = fontFor(text, weight, this.#forms);
    this.document.font(font as unknown as string, font.postscriptName ?? weight, size);
    return this.document.heightOfString(text, { width });
  }

  line(y: number): void {
    this.document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }

  /** @returns whether a new page was begun because so much did not fit */
  makeRoom(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.document.addPage();
    this.y = MARGIN;
    return true;
  }
}

function drawHead(pen: Pen, { site, name, status }: PdfSheet['head']): void {
  const width = WIDTH / 2 - GAP;
  const right = MARGIN + WIDTH / 2 + GAP;
  const left = pen.write(site, MARGIN, pen.y, { width, size: 18, weight: 'Bold' });
  const named = pen.write(name, right, pen.y, { width, size: 14, weight: 'Bold', align: 'right' });
  const said = pen.write(status, right, pen.y + named, { width, color: PALE, align: 'right' });
  pen.y += Math.max(left, named + said) + 2 * GAP;
}

function drawBlocks(pen: Pen, blocks: PdfSheet['blocks']): void {
  const width = (WIDTH - (blocks.length - 1) * GAP) / blocks.length;
  let lowest = pen.y;
  for (const [index, { title, entries }] of blocks.entries()) {
    const x = MARGIN + index * (width + GAP);
    let y = pen.y + pen.write(title, x, pen.y, { width, size: 10, weight: 'Bold' }) + 4;
    for (const [name, value] of entries) {
      y += pen.write(name, x, y, { width, size: 8, color: PALE });
      y += pen.write(value, x, y, { width }) + 4;
    }
    lowest = Math.max(lowest, y);
  }
  pen.y = lowest + GAP;
}

function drawTable(pen: Pen, { title, columns, rows }: PdfSheet['table']): void {
  const numberWidth = 74;
  const nameWidth = WIDTH - (columns.length - 1) * numberWidth;
  const lookOf = (index: number): TextLook => ({
    width: (index === 0 ? nameWidth : numberWidth) - CELL_GAP,
    align: index === 0 ? 'left' : 'right',
  });
  const xOf = (index: number) =>
    MARGIN + (index === 0 ? 0 : nameWidth + (index - 1) * numberWidth + CELL_GAP);
  const drawRow = (cells: readonly string[], look: Partial<TextLook>): number => {
    const heights = cells.map((cell, index) =>
      pen.write(cell, xOf(index), pen.y, { ...lookOf(index), ...look }),
    );
    return Math.max(...heights);
  };
  const drawColumns = () => {
    pen.y += drawRow(columns, { size: 8, color: PALE }) + 4;
    pen.line(pen.y);
    pen.y += 6;
  };

  pen.y += pen.write(title, MARGIN, pen.y, { width: WIDTH, size: 10, weight: 'Bold' }) + 6;
  drawColumns();
  for (const { cells, hint = '' } of rows) {
    const hintLook = { width: nameWidth - CELL_GAP, size: 7, color: PALE };
    const hintHeight = hint === '' ? 0 : pen.measure(hint, hintLook);
    const height = Math.max(...cells.map((cell, index) => pen.measure(cell, lookOf(index))));
    if (pen.makeRoom(height + hintHeight + 10)) drawColumns();
    drawRow(cells, {});
    if (hint !== '') pen.write(hint, MARGIN, pen.y + height, hintLook);
    pen.y += height + hintHeight + 4;
    pen.line(pen.y);
    pen.y += 6;
  }
}

function drawTotal(pen: Pen, [name, value]: PdfSheet['total']): void {
  pen.makeRoom(28);
  pen.y += 8;
  const look = { size: 12, weight: 'Bold', align: 'right' } as const;
  pen.write(name, MARGIN, pen.y, { ...look, width: WIDTH - 120 });
  pen.write(value, MARGIN + WIDTH - 110, pen.y, { ...look, width: 110 });
}

function numberPages(pen: Pen, name: string): void {
  const { start, count } = pen.document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pen.document.switchToPage(page);
    const look = { width: WIDTH / 2, size: 7, color: PALE };
    pen.write(name, MARGIN, BOTTOM + 8, look);
    pen.write(`${page + 1} / ${count}`, MARGIN + WIDTH / 2, BOTTOM + 8, { ...look, align: 'right' });
  }
}
