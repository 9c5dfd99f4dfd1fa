import BankIcon from '@mui/icons-material/AccountBalanceOutlined';
import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import CardIcon from '@mui/icons-material/CreditCardOutlined';
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined';
import QrCodeIcon from '@mui/icons-material/QrCodeOutlined';
import Box from '@mui/material/Box';
import type { PaymentGatewayType, PayWayView } from '@turnpike/contract';
import { useState } from 'react';
import { isShowablePicture } from '../../ui/text/showable-picture.ts';

/** Other kinds have the usual mark. */
const marks: Partial<Record<PaymentGatewayType, typeof CardIcon>> = {
  alipay: WalletIcon,
  wxpay: QrCodeIcon,
  stripe: CardIcon,
  creem: CardIcon,
  paypal: BankIcon,
};

/** The operator's picture of a way to pay, or the mark of its kind. */
export function WayMark({ way: { icon, type } }: { way: Pick<PayWayView, 'icon' | 'type'> }) {
  const [failedIcon, setFailedIcon] = useState('');
  const Mark = marks[type] ?? PaymentsIcon;
  return isShowablePicture(icon) && icon !== failedIcon ? (
    <Box
      component="img"
      src={icon}
      alt=""
      onError={() => setFailedIcon(icon)}
      sx={{ width: 24, height: 24, objectFit: 'contain', flex: 'none' }}
    />
  ) : (
    <Mark aria-hidden sx={{ color: 'text.secondary', flex: 'none' }} />
  );
}
