import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenSeenProps {
  /** Height of the part, so that nothing moves when it is drawn. */
  height: number;
  children: ReactNode;
}

/** Draws a heavy part when its place first comes into view, so that its code is not loaded for those who do not scroll. */
export function WhenSeen({ height, children }: WhenSeenProps) {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || place.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? children : <Box ref={place} sx={{ height }} />;
}
