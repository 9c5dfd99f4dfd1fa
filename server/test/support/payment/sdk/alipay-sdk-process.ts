import { AlipaySdk, type AlipaySdkConfig } from 'alipay-sdk';
import { answerSteps } from './answer-steps.ts';

interface Request {
  bizContent: Record<string, unknown>;
  notifyUrl?: string;
  returnUrl?: string;
}

answerSteps((config: AlipaySdkConfig) => {
  const sdk = new AlipaySdk(config);
  return {
    /** Calls a method and checks the signature of the answer. */
    exec: (method: string, request: Request) => sdk.exec(method, { ...request }, { validateSign: true }),
    /** The address of a page for the buyer. */
    page: (method: string, request: Request) => sdk.pageExecute(method, 'GET', { ...request }),
    isSigned: (parameters: Record<string, string>) => sdk.checkNotifySignV2(parameters),
  };
});
