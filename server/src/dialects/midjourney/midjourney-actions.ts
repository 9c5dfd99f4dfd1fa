/** Speeds of Midjourney; each has prices of its own. */
export const midjourneyModes = ['fast', 'relax', 'turbo'] as const;
export type MidjourneyMode = (typeof midjourneyModes)[number];

/** Kinds of work, as midjourney-proxy names them. */
export const midjourneyActions = [
  ...['IMAGINE', 'DESCRIBE', 'BLEND', 'SHORTEN', 'MODAL', 'UPSCALE', 'VARIATION', 'REROLL'],
  ...['HIGH_VARIATION', 'LOW_VARIATION', 'PAN', 'ZOOM', 'CUSTOM_ZOOM', 'INPAINT', 'UPLOAD', 'SWAP_FACE'],
] as const;

/** Name by which an action is priced: one without a mode is fast. Source: one-hub v0.14.16, price list. */
export const midjourneyModel = (mode: MidjourneyMode, action: string): string =>
  `mj_${mode === 'fast' ? '' : `${mode}_`}${action.toLowerCase()}`;

/** Actions that only open a window at Midjourney; a further request completes them. */
export const opensWindow = (action: string): boolean => action === 'INPAINT' || action === 'CUSTOM_ZOOM';

const ACTIONS_OF_BUTTONS: readonly [RegExp, string][] = [
  [/^upsample/, 'UPSCALE'],
  [/^low_variation$/, 'LOW_VARIATION'],
  [/^high_variation$/, 'HIGH_VARIATION'],
  [/variation/, 'VARIATION'],
  [/^pan/, 'PAN'],
  [/^reroll/, 'REROLL'],
  [/^Outpaint$/, 'ZOOM'],
  [/^CustomZoom$/, 'CUSTOM_ZOOM'],
  [/^Inpaint$/, 'INPAINT'],
];

/**
 * Returns the action of a button, such as `MJ::JOB::upsample::2::…` or `MJ::Outpaint::50::1::…`; null if it is unknown.
 * Source: one-hub v0.14.16, relay of Midjourney.
 */
export function actionOfButton(customId: string): string | null {
  const pieces = customId.split('::');
  const name = (pieces[1] === 'JOB' ? pieces[2] : pieces[1]) ?? '';
  return ACTIONS_OF_BUTTONS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** A follow-up in one text: `<id> U2`, `<id> V3` or `<id> R`. */
export interface SimpleChange {
  taskId: string;
  /** `U2` and the like. */
  change: string;
  action: 'UPSCALE' | 'VARIATION' | 'REROLL';
}

const CHANGE = /^\s*([\w-]{1,100})\s+([UV][1-4]|R)\s*$/i;

/**
 * @returns null if the text is none
 * Source: novicezk/midjourney-proxy, docs/api.md, section 3, checked 2026-11.
 */
export function readSimpleChange(content: string): SimpleChange | null {
  const [, taskId, given] = CHANGE.exec(content) ?? [];
  if (taskId === undefined || given === undefined) return null;
  const change = given.toUpperCase();
  if (change === 'R') return { taskId, change, action: 'REROLL' };
  return { taskId, change, action: change.startsWith('U') ? 'UPSCALE' : 'VARIATION' };
}

const MODES_IN_PROMPT = /(?:--|[—–])(?:fast|relax|turbo)\b/gi;

/** Cuts modes out of a prompt: the address names the mode that is paid. */
export const withoutModes = (prompt: string): string =>
  // A blank keeps the rest of a cut word from forming another one.
  prompt.replace(MODES_IN_PROMPT, ' ').replace(/\s+$/, '');
