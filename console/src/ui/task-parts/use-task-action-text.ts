import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Kinds of work with a name in the reader's language. */
const named = [
  ...(['IMAGINE', 'UPSCALE', 'VARIATION', 'HIGH_VARIATION', 'LOW_VARIATION', 'PAN', 'DESCRIBE'] as const),
  ...(['BLEND', 'SHORTEN', 'REROLL', 'INPAINT', 'ZOOM', 'CUSTOM_ZOOM', 'MODAL', 'SWAP_FACE'] as const),
  ...(['UPLOAD', 'MUSIC', 'LYRICS', 'text2video', 'image2video', 'video2video'] as const),
  'reference2video',
] as const;

export const namedTaskActions: readonly string[] = named;

/** Returns the name of a kind of work; the vendor's own word where there is no other. */
export function useTaskActionText(): (action: string) => string {
  const { t } = useTranslation('task-parts');
  return useCallback(
    (action) => {
      const known = named.find((one) => one === action);
      return known === undefined ? action : t(`action_${known}`);
    },
    [t],
  );
}
