import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import { useStored } from '../../../ui/page/use-stored.ts';

/**
 * The last settings of a form, which the browser keeps; prompts and results are not among them.
 * @param shape every member catches a wrong value
 */
export function useSettings<Shape extends z.ZodObject>(
  name: string,
  shape: Shape,
): [z.output<Shape>, (change: Partial<z.output<Shape>>) => void] {
  const [text, setText] = useStored(`playground-${name}`, '{}');
  const settings = useMemo(() => shape.parse(parsed(text)), [shape, text]);
  const change = useCallback(
    (members: Partial<z.output<Shape>>) => setText(JSON.stringify({ ...settings, ...members })),
    [settings, setText],
  );
  return [settings, change];
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
