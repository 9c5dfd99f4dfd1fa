import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** A road and a raised barrier. */
export function Mark(props: SvgIconProps) {
  return (
    <SvgIcon viewBox="0 0 32 32" aria-hidden {...props}>
      <path d="M3 12h7v16H3z" />
      <path d="M8 13.5 26.5 2l3 4.8L11 18.3z" />
      <path d="M17.5 17h5L27 28H13z" />
    </SvgIcon>
  );
}
