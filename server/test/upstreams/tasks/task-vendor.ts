import type { ServerResponse } from 'node:http';
import { FakeUpstream, type ReceivedRequest, sendJson } from '../../support/fake-upstream.ts';

type Json = Record<string, unknown>;

/** A task at a played vendor. */
export interface PlayedTask {
  id: string;
  /** The part of the address that names its kind, such as `videos/text2video`. */
  kind: string;
  body: Json;
  /** In the vendor's own words. */
  state: string;
  /** Why it failed. */
  reason: string;
  /** Further members of the vendor's task, as the test sets them. */
  extra: Json;
}

/** How a vendor answers. */
export interface VendorScript {
  /** Refuses what the vendor would refuse before it looks at the request, such as a wrong key. */
  refuses: NonNullable<Parameters<typeof FakeUpstream.start>[0]>['refuses'];
  /** @returns null for an address that the vendor does not have */
  answer(request: ReceivedRequest, vendor: TaskVendor): { status: number; json: unknown } | null;
}

/** First bytes of an MP4 file, and more. */
export const VIDEO_BYTES = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
  Buffer.alloc(5000, 7),
]);
export const SONG_BYTES = Buffer.concat([Buffer.from('ID3\x04', 'latin1'), Buffer.alloc(3000, 9)]);
export const PICTURE_BYTES = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.alloc(900, 1),
]);

/** Whether a path leads to a result; that of a relay lies below its video. */
const isOfFile = (path = ''): boolean => path.startsWith('/files/') || path.endsWith('/content');

/** Plays a vendor of tasks on a port of its own, with the files that it makes. */
export class TaskVendor {
  readonly tasks = new Map<string, PlayedTask>();
  readonly upstream: FakeUpstream;
  /** Fate of the next request that makes a task; null answers it. */
  loses: 'made' | 'not_made' | null = null;
  /** Answer to every request, in place of the vendor's own; null: none. */
  always: { status: number; body: string } | null = null;
  /** Sent by the addresses of files. */
  file: { type: string; bytes: Buffer } = { type: 'video/mp4', bytes: VIDEO_BYTES };
  /** Sends files in place of `file`; null: none. */
  sends: ((response: ServerResponse, request: ReceivedRequest) => Promise<void> | void) | null = null;
  /** Headers that a download must have. */
  fileHeaders: Readonly<Record<string, string>> = {};
  #count = 0;

  private constructor(upstream: FakeUpstream) {
    this.upstream = upstream;
  }

  static async start(script: VendorScript): Promise<TaskVendor> {
    const { refuses } = script;
    const upstream = await FakeUpstream.start(
      refuses === undefined
        ? {}
        : {
            refuses: (asked) => (isOfFile(asked.request.url) ? null : refuses(asked)),
          },
    );
    const vendor = new TaskVendor(upstream);
    upstream.does((response, request) => vendor.#take(response, request, script));
    return vendor;
  }

  get url(): string {
    return this.upstream.url;
  }

  /** Makes a task. */
  make(
    kind: string,
    { body, state, prefix = '' }: { body: Json; state: string; prefix?: string },
  ): PlayedTask {
    this.#count += 1;
    const id = `${prefix}${String(700_000_000_000 + this.#count)}`;
    const task: PlayedTask = { id, kind, body, state, reason: '', extra: {} };
    this.tasks.set(id, task);
    return task;
  }

  /** The task that was made last. */
  get last(): PlayedTask {
    const task = [...this.tasks.values()].at(-1);
    if (task === undefined) throw new Error('no task was made');
    return task;
  }

  /** Requests that were not for files. */
  get received(): ReceivedRequest[] {
    return this.upstream.received.filter(({ path }) => !isOfFile(path));
  }

  async stop(): Promise<void> {
    await this.upstream.stop();
  }

  #take(response: ServerResponse, request: ReceivedRequest, script: VendorScript): Promise<void> | void {
    if (isOfFile(request.path)) return this.#sendFile(response, request);
    if (this.always !== null) {
      response.writeHead(this.always.status, { 'content-type': 'text/html' });
      response.end(this.always.body);
      return;
    }
    const { loses } = this;
    if (loses !== null && request.method === 'POST') {
      this.loses = null;
      if (loses === 'made') script.answer(request, this);
      response.destroy();
      return;
    }
    const answer = script.answer(request, this);
    if (answer === null)
      sendJson(response, 404, JSON.stringify({ error: `no address ${request.method} ${request.path}` }));
    else sendJson(response, answer.status, JSON.stringify(answer.json));
  }

  #sendFile(response: ServerResponse, request: ReceivedRequest): Promise<void> | void {
    const { headers } = request;
    for (const [name, value] of Object.entries(this.fileHeaders)) {
      if (headers[name] === value) continue;
      sendJson(response, 403, '{"error":"no permission"}');
      return;
    }
    if (this.sends !== null) return this.sends(response, request);
    const { type, bytes } = this.file;
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (from === '') {
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
      response.end(bytes);
      return;
    }
    const end = to === '' ? bytes.length : Number(to) + 1;
    response.writeHead(206, {
      'content-type': type,
      'content-range': `bytes ${from}-${end - 1}/${bytes.length}`,
    });
    response.end(bytes.subarray(Number(from), end));
  }
}
