/** Messages between the tabs of this browser, which share the cookie. */
export type SessionNews = 'begun' | 'ended';

const NAME = 'turnpike-session';
let channel: BroadcastChannel | undefined;

/** Hears of other tabs. @returns how to stop */
export function listenForSessionNews(listener: (news: SessionNews) => void): () => void {
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  return () => {
    channel?.close();
    channel = undefined;
  };
}

/** A tab does not hear itself. */
export function tellOtherTabs(news: SessionNews): void {
  channel?.postMessage(news);
}
