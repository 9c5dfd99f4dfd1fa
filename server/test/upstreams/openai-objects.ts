import { type FakeUpstream, type ReceivedRequest, sendJson } from '../support/fake-upstream.ts';

type Json = Record<string, unknown>;

let made = 0;
/** As long as OpenAI's. */
function newId(prefix: string): string {
  made += 1;
  return prefix + String(made).padStart(24, '0');
}

/** An account of OpenAI's that keeps files, uploads, vector stores, containers and batches. Source: OpenAI API reference. */
export class OpenAiObjects {
  readonly objects = new Map<string, Json>();
  readonly #contents = new Map<string, string>();
  /** Status of every answer. */
  refuses: number | null = null;
  /** Contents of files abort after their half. */
  breaksContents = false;
  beforeAnswer: () => Promise<void> = async () => {};
  /** Fate of the next batch, whose creation gets no answer; null answers it. */
  losesBegin: 'made' | 'not_made' | null = null;

  constructor(upstream: FakeUpstream) {
    upstream.does(async (response, request) => {
      await this.beforeAnswer();
      const path = (request.path.split('?', 1)[0] ?? '').slice('/v1/'.length);
      if (request.method === 'GET' && path.endsWith('/content')) {
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        const contents = this.#contents.get(path.split('/')[1] ?? '') ?? '';
        if (this.breaksContents)
          response.write(contents.slice(0, contents.length / 2), () => response.destroy());
        else response.end(contents);
        return;
      }
      if (request.method === 'POST' && path === 'batches' && this.losesBegin !== null) {
        if (this.losesBegin === 'made') this.#answer(request, [path]);
        this.losesBegin = null;
        response.destroy();
        return;
      }
      const answer = this.refuses === null ? this.#answer(request, path.split('/')) : null;
      const error = { error: { message: 'No such thing; upstream-key', type: 'invalid_request_error' } };
      sendJson(response, answer === null ? (this.refuses ?? 404) : 200, JSON.stringify(answer ?? error));
    });
  }

  #answer({ method, body, path }: ReceivedRequest, [kind, id, below, last]: string[]): Json | null {
    if (method === 'POST' && id === undefined) return this.#make(kind ?? '', body);
    if (method === 'GET' && kind === 'batches' && id === undefined)
      return this.#listBatches(new URL(path, 'http://vendor').searchParams);
    const object = this.objects.get(id ?? '');
    if (object === undefined) return null;
    if (below === 'parts') {
      this.#contents.set(id ?? '', textOf(body.data));
      return { id: newId('part_'), object: 'upload.part' };
    }
    if (below === 'complete') {
      const file = this.#keep('file-', {
        object: 'file',
        filename: object.filename,
        purpose: object.purpose,
      });
      this.#contents.set(String(file.id), this.#contents.get(id ?? '') ?? '');
      return { ...object, status: 'completed', file };
    }
    if (below === 'files' && method === 'POST' && body.file !== undefined) {
      this.#contents.set(id ?? '', textOf(body.file));
      return { id: newId('cfile_'), object: 'container.file', container_id: id };
    }
    if (below === 'files' && method === 'POST') {
      object.files = [body.file_id];
      return { id: body.file_id, object: 'vector_store.file' };
    }
    if (below === 'files' && last === undefined)
      return {
        object: 'list',
        data: (object.files as string[]).map((file) => ({ id: file })),
        has_more: false,
      };
    if (below === 'cancel') object.status = 'cancelling';
    if (below === 'search') return { object: 'vector_store.search_results.page', data: [] };
    if (method === 'DELETE') {
      this.objects.delete(id ?? '');
      return { id, object: object.object, deleted: true };
    }
    return object;
  }

  get #batches(): Json[] {
    return [...this.objects.values()].filter(({ object }) => object === 'batch');
  }

  /** The newest first, a page at a time. */
  #listBatches(query: URLSearchParams): Json {
    const all = this.#batches.reverse();
    const start = all.findIndex(({ id }) => id === query.get('after')) + 1;
    const data = all.slice(start, start + Number(query.get('limit') ?? 20));
    return { object: 'list', data, has_more: start + data.length < all.length };
  }

  get batchCount(): number {
    return this.#batches.length;
  }

  /** A batch comes to its end, with lines in its result file unless there is none. */
  end(id: string, status: string, lines: readonly (object | string)[] | null): void {
    const batch = this.objects.get(id);
    if (batch === undefined) throw new Error('there is no such batch');
    batch.status = status;
    if (lines === null) return;
    const file = this.#keep('file-', { object: 'file', purpose: 'batch_output' });
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    this.#contents.set(String(file.id), texts.join('\n'));
    batch.output_file_id = file.id;
  }

  #make(kind: string, body: Json): Json {
    if (kind === 'files') {
      const file = body.file as { filename: string };
      const kept = this.#keep('file-', { object: 'file', filename: file.filename, purpose: body.purpose });
      this.#contents.set(String(kept.id), textOf(body.file));
      return kept;
    }
    if (kind === 'batches') {
      const created_at = Math.floor(Date.now() / 1000);
      const begun = { object: 'batch', status: 'validating', output_file_id: null, created_at };
      return this.#keep('batch_', { ...begun, ...body });
    }
    if (kind === 'containers') return this.#keep('cntr_', { object: 'container', files: [], ...body });
    if (kind === 'uploads') return this.#keep('upload_', { object: 'upload', ...body });
    return this.#keep('vs_', { object: 'vector_store', ...body });
  }

  #keep(prefix: string, values: Json): Json {
    const object = { id: newId(prefix), created_at: 1_700_000_000, ...values };
    this.objects.set(object.id, object);
    return object;
  }
}

const textOf = (file: unknown): string =>
  Buffer.from((file as { bytes?: Uint8Array }).bytes ?? []).toString();
