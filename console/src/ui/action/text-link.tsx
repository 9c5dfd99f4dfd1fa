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

interface UserLinkProps {
  id: number;
  name?: string | undefined;
  /** The number is shown next to the name. */
  hasId?: boolean;
}

/** Leads an administrator to a user. */
export function UserLink({ id, name = '', hasId = false }: UserLinkProps) {
  const text = hasId ? `${name} #${id}` : name || `#${id}`;
  return <TextLink to={`/panel/user?open=${id}`}>{text}</TextLink>;
}
