import { useLocation } from 'react-router';
import { EventList } from './event/event-list.tsx';
import { GatewayList } from './gateway/gateway-list.tsx';
import { OrderList } from './order/order-list.tsx';
import { isPaymentTab } from './payment-tabs.tsx';
import { StatementList } from './statement/statement-list.tsx';

const lists = { order: OrderList, gateway: GatewayList, event: EventList, statement: StatementList };

/** Orders, the gateways that they are paid by, what those reported, and their statements; the fragment of the address names the tab. */
export default function PaymentPage() {
  const name = useLocation().hash.slice(1);
  const List = lists[isPaymentTab(name) ? name : 'order'];
  return <List />;
}
