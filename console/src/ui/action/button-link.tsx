import Button, { type ButtonProps } from '@mui/material/Button';
import { Link } from 'react-router';

type ButtonLinkProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'color' | 'sx' | 'startIcon' | 'aria-label' | 'children'
> & { to: string };

/** A button that leads to another screen. */
export function ButtonLink({ to, variant = 'outlined', ...rest }: ButtonLinkProps) {
  return <Button component={Link} to={to} variant={variant} {...rest} />;
}
