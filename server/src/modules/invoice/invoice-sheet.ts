import type { InvoiceLine, Language, UserInvoiceView } from '@turnpike/contract';
import type { PdfSheet } from '../../platform/files/pdf-sheet.ts';
import type { Options } from '../option/options.ts';
import { invoiceFormats } from './invoice-formats.ts';
import type { InvoiceTexts } from './invoice-texts.ts';
import enUS from './locales/en_US.ts';
import jaJP from './locales/ja_JP.ts';
import zhCN from './locales/zh_CN.ts';
import zhHK from './locales/zh_HK.ts';

const texts: Record<Language, InvoiceTexts> = { zh_CN: zhCN, zh_HK: zhHK, en_US: enUS, ja_JP: jaJP };

/** The texts of an invoice in one language, as the console shows them. */
export function toInvoiceSheet(
  invoice: UserInvoiceView & { lines: readonly InvoiceLine[] },
  { options, language }: { options: Pick<Options, 'text' | 'flag' | 'number'>; language: Language },
): PdfSheet {
  const t = texts[language];
  const { number, seconds, amount } = invoiceFormats(options, language);
  return {
    forms: language === 'ja_JP' ? 'japanese' : 'simplified',
    head: { site: options.text('SystemName'), name: `#${invoice.name}`, status: t[invoice.status] },
    blocks: [
      {
        title: t.user,
        entries: [
          [t.username, invoice.username],
          ...(invoice.email === '' ? [] : [[t.email, invoice.email] as const]),
          [t.month, `${invoice.date.slice(0, 7)} (${invoice.time_zone})`],
        ],
      },
      {
        title: t.balance,
        entries: [
          [t.opening, amount(invoice.opening)],
          [t.credits, amount(invoice.credits)],
          [t.charges, amount(-invoice.quota)],
          [t.closing, amount(invoice.closing)],
        ],
      },
      {
        title: t.usage,
        entries: [
          [t.inputTokens, number(invoice.prompt_tokens)],
          [t.outputTokens, number(invoice.completion_tokens)],
          [t.requestTime, seconds(invoice.request_time)],
          [t.requests, number(invoice.request_count)],
        ],
      },
    ],
    table: {
      title: t.models,
      columns: [t.model, t.input, t.output, t.requests, t.requestTime, t.amount],
      rows: invoice.lines.map((line) => ({
        cells: [
          line.model_name || t.otherCharges,
          number(line.prompt_tokens),
          number(line.completion_tokens),
          number(line.request_count),
          seconds(line.request_time),
          amount(line.quota),
        ],
        ...(line.model_name === '' && { hint: t.otherChargesHint }),
      })),
    },
    total: [t.total, amount(invoice.quota)],
  };
}
