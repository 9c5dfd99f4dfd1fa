/**
 * What the gateway writes into log rows that are no calls. Short and of no language, because a row is read in any;
 * the console says it in the reader's own.
 */
export type GatewayNote =
  | { about: 'prices'; mode: string; added: number; changed: number; removed: number }
  /** `before`: ISO time; calls from before it were deleted. */
  | { about: 'cleanUp'; count: number; before: string };

export const formatGatewayNote = (note: GatewayNote): string =>
  note.about === 'prices'
    ? `prices (${note.mode}): +${note.added} ±${note.changed} −${note.removed}`
    : `calls (delete): −${note.count} < ${note.before}`;

const prices = /^prices \((\w+)\): \+(\d+) ±(\d+) −(\d+)$/;
const cleanUp = /^calls \(delete\): −(\d+) < (\S+)$/;

/** @returns undefined for what a person wrote */
export function parseGatewayNote(content: string): GatewayNote | undefined {
  const taken = prices.exec(content);
  if (taken) {
    const [, mode = '', added, changed, removed] = taken;
    return {
      ...{ about: 'prices', mode },
      ...{ added: Number(added), changed: Number(changed), removed: Number(removed) },
    };
  }
  const cleaned = cleanUp.exec(content);
  return cleaned ? { about: 'cleanUp', count: Number(cleaned[1]), before: cleaned[2] ?? '' } : undefined;
}
