import type { LinkedMedia } from '../../dialects/linked-media.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { TaskMedia } from '../../dialects/tasks/task-media.ts';
import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import type { VideoRequest } from '../../dialects/videos/video-request.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { fetchMedia } from '../convert/fetch-media.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { GivenTask } from './given-task.ts';

/** Members of a video that may be addresses, with the name that callers know each by. */
const single = [
  ['image', 'input_reference', 'image'],
  ['lastImage', 'last_image', 'image'],
  ['video', 'video', 'video'],
] as const;

/** Sets media of a copy of a request. */
interface Place {
  found: TaskMedia;
  field: string;
  media: 'image' | 'video';
  set(media: TaskMedia): void;
}

function placesOf(request: VideoRequest): { copy: VideoRequest; places: Place[] } {
  const references = [...request.references];
  const copy = { ...request, references };
  const places = references.map(
    (found, at): Place => ({
      ...{ found, field: `reference_images.${at}`, media: 'image' },
      set: (media) => void references.splice(at, 1, media),
    }),
  );
  for (const [name, field, media] of single) {
    const found = request[name];
    if (found !== null)
      places.push({ found, field, media, set: (one) => void Object.assign(copy, { [name]: one }) });
  }
  return { copy, places: places.filter(({ found }) => 'url' in found) };
}

/** The request with empty media in place of addresses, to find out whether a vendor can carry it. */
export function withoutAddresses(read: AnyReadTask): AnyReadTask['request'] {
  if (read.dialect !== 'videos') return read.request;
  const { copy, places } = placesOf(read.request);
  for (const { set, media } of places)
    set({ type: media === 'image' ? 'image/png' : 'video/mp4', base64: '' });
  return copy;
}

/**
 * The request with bytes in place of addresses. Only public addresses are fetched.
 * @returns null if it has no addresses
 * @throws request.invalid, request.too_large; rate.body_bytes, gateway.busy; caller.left
 */
export async function withFetchedMedia(
  call: IdentifiedCall,
  { read, texts }: Pick<GivenTask, 'read' | 'texts'>,
  deps: RelayDeps,
): Promise<VideoRequest | null> {
  if (read.dialect !== 'videos') return null;
  const { copy, places } = placesOf(read.request);
  if (places.length === 0) return null;
  call.bodyHold ??= deps.bodyBudget.open(call.identity.userId);
  const linked = places.map(
    ({ found, field, media, set }): LinkedMedia => ({
      ...{ media, url: 'url' in found ? found.url : '', mimeType: '', field },
      inline: ({ mimeType, data }) => set({ type: mimeType, base64: data }),
    }),
  );
  const fetching = { breakOff: call.breakOff, bodyHold: call.bodyHold };
  await fetchMedia(fetching, linked, { texts, report: new ConversionReport() }, deps);
  return copy;
}
