import { useLocation } from 'react-router';
import { EventList } from './event/event-list.tsx';
import { GatewayList } from './gateway/gateway-list.tsx';
import { OrderList } from './order/order-list.tsx';
import { isPaymentTab } from './payment-tabs.tsx';

const lists = { order: OrderList, gateway: GatewayList, event: EventList };

/** Orders, the gateways that they are paid by, and what those reported; the fragment of the address names the tab. */
export default function PaymentPage() {
  const name = useLocation().hash.slice(1);
  const List = lists[isPaymentTab(name) ? name : 'order'];
  return <List />;
}
