import { useStored } from '../../ui/page/use-stored.ts';
import type { PaletteEntry } from './palette-entry.ts';

const MOST = 5;

interface Recent {
  label: string;
  note?: string;
  to: string;
}

function read(text: string): Recent[] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return [];
    return list.filter(
      (one): one is Recent => typeof one?.label === 'string' && /^\/panel\//.test(String(one?.to)),
    );
  } catch {
    return [];
  }
}

/** Recent palette choices of this account, the latest first. */
export function useRecentEntries(userId: number): [PaletteEntry[], (chosen: PaletteEntry) => void] {
  const [stored, setStored] = useStored(`palette_recent_${userId}`, '[]');
  const recent = read(stored);
  function remember({ label, note, to }: PaletteEntry) {
    if (to === undefined) return;
    const others = recent.filter((one) => one.to !== to);
    const latest: Recent = { label, to, ...(note === undefined ? {} : { note }) };
    setStored(JSON.stringify([latest, ...others].slice(0, MOST)));
  }
  return [recent.map((one) => ({ ...one, key: `recent-${one.to}`, kind: 'recent' as const })), remember];
}
