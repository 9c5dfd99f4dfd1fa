import type { InvoiceTexts } from '../invoice-texts.ts';

const texts: InvoiceTexts = {
  paid: 'Paid',
  unpaid: 'Unpaid',
  user: 'User',
  username: 'Username',
  email: 'E-mail',
  month: 'Month',
  balance: 'Balance',
  opening: 'At the start',
  credits: 'Credits',
  charges: 'Charges',
  closing: 'At the end',
  usage: 'Usage',
  inputTokens: 'Input tokens',
  outputTokens: 'Output tokens',
  requests: 'Requests',
  requestTime: 'Request time (s)',
  models: 'Usage by model',
  model: 'Model',
  input: 'Input',
  output: 'Output',
  amount: 'Amount',
  otherCharges: 'Other charges',
  otherChargesHint: 'Calls charged later, or whose model is no longer known',
  total: 'Grand total',
};

export default texts;
