import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface TextLinkProps {
  to: string;
  children: ReactNode;
  /** Keeps what the history entry carries, such as the trail of older pages. */
  state?: unknown;
}

/** A link to another screen of the console. */
export function TextLink({ to, children, state }: TextLinkProps) {
  return (
    <MuiLink component={Link} to={to} state={state} sx={{ fontWeight: 500 }}>
      {children}
    </MuiLink>
  );
}

/** A link out of the console, in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <MuiLink
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      sx={{ display: 'inline-block', lineHeight: '24px' }}
    >
      {children}
    </MuiLink>
  );
}
