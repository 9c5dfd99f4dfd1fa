/** A sheet of a document as texts in their places; `pdf-worker.ts` draws it. */
export interface PdfSheet {
  /** Glyph forms of Chinese characters that are tried first. */
  forms: 'simplified' | 'japanese';
  head: { site: string; name: string; status: string };
  blocks: readonly { title: string; entries: readonly (readonly [name: string, value: string])[] }[];
  table: {
    title: string;
    /** The first column has names, the others have numbers. */
    columns: readonly string[];
    rows: readonly { cells: readonly string[]; hint?: string }[];
  };
  total: readonly [name: string, value: string];
}
