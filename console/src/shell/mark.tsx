import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** A road and a raised barrier. */
export function Mark(props: SvgIconProps) {
  return (
    <SvgIcon viewBox="0 0 32 32" aria-hidden {...props}>
      <path d="M4 12h6v16H4z" />
      <path d="M9.2 13.6 26.1 3.2l2.2 3.6-16.9 10.4z" />
      <path d="M17 16h4l1 4h-6zM15.5 22h7l1.5 6H14z" />
    </SvgIcon>
  );
}
