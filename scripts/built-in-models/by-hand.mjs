import { midjourneyModel, midjourneyModes } from '../../server/src/dialects/midjourney/midjourney-actions.ts';

/** Prices of one-hub v0.14.16 in ratios per call; 50 is 0.1 USD. Windows and uploads are free. */
const PRICE_LIST = 'https://github.com/MartialBE/one-hub';
const midjourneyPrices = {
  50: [
    ...['IMAGINE', 'VARIATION', 'REROLL', 'BLEND', 'MODAL', 'ZOOM', 'SHORTEN', 'PAN'],
    ...['HIGH_VARIATION', 'LOW_VARIATION'],
  ],
  25: ['DESCRIBE', 'UPSCALE', 'SWAP_FACE'],
  0: ['INPAINT', 'CUSTOM_ZOOM', 'UPLOAD'],
};
const tasks = [
  {
    ...{ owner: 34, page: PRICE_LIST, type: 'times', kind: 'image' },
    models: Object.entries(midjourneyPrices).flatMap(([price, actions]) =>
      midjourneyModes.flatMap((mode) => actions.map((action) => [midjourneyModel(mode, action), price, '0'])),
    ),
  },
  {
    ...{ owner: 41, page: PRICE_LIST, type: 'times', kind: 'music' },
    models: [
      ['suno_lyrics', '5', '0'],
      ['chirp-v3-0', '50', '0'],
      ['chirp-v3-5', '50', '0'],
    ],
  },
];

/**
 * Rows that the lists lack, in ratios. They are the demo provider, tasks, and models that their vendor no longer lists but other
 * hosts may serve, at their last price in public price tables of November 2026.
 */
const vendors = [
  ...tasks,
  {
    owner: 1,
    page: 'https://developers.openai.com/api/docs/pricing',
    models: [
      ['gpt-4.1-nano', '0.05', '0.2', { cached_read_tokens: '0.25' }],
      ['gpt-4.1-nano-2025-04-14', '0.05', '0.2', { cached_read_tokens: '0.25' }],
      ['gpt-4o-2024-05-13', '2.5', '7.5'],
      ['gpt-4-turbo', '5', '15'],
      ['gpt-4', '15', '30'],
      ['gpt-3.5-turbo', '0.25', '0.75'],
      ['o1', '7.5', '30', { cached_read_tokens: '0.5' }],
      ['o1-pro', '75', '300'],
      ['o3-mini', '0.55', '2.2', { cached_read_tokens: '0.5' }],
      ['o4-mini', '0.55', '2.2', { cached_read_tokens: '0.25' }],
    ],
  },
  {
    owner: 14,
    page: 'https://platform.claude.com/docs/en/about-claude/pricing',
    models: [
      [
        'claude-opus-4-1',
        '7.5',
        '37.5',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-opus-4-1-20250805',
        '7.5',
        '37.5',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-opus-4-20250514',
        '7.5',
        '37.5',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-sonnet-4-20250514',
        '1.5',
        '7.5',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-3-7-sonnet-20250219',
        '1.5',
        '7.5',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-3-5-sonnet-20241022',
        '1.5',
        '7.5',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-3-5-haiku-20241022',
        '0.4',
        '2',
        { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      ],
      [
        'claude-3-haiku-20240307',
        '0.125',
        '0.625',
        { cached_read_tokens: '0.12', cached_write_tokens: '1.2', cached_write_1h_tokens: '2' },
      ],
    ],
  },
  {
    owner: 25,
    page: 'https://ai.google.dev/gemini-api/docs/pricing',
    models: [
      ['gemini-2.0-flash', '0.05', '0.2', { cached_read_tokens: '0.25', input_audio_tokens: '7' }],
      ['gemini-2.0-flash-lite', '0.0375', '0.15', { input_audio_tokens: '1' }],
    ],
  },
  {
    owner: 28,
    page: 'https://api-docs.deepseek.com/quick_start/pricing',
    models: [
      ['deepseek-chat', '0.14', '0.21', { cached_read_tokens: '0.1' }],
      ['deepseek-reasoner', '0.14', '0.21', { cached_read_tokens: '0.1' }],
    ],
  },
  {
    owner: 31,
    page: 'https://groq.com/pricing',
    models: [
      ['llama-3.3-70b-versatile', '0.295', '0.395'],
      ['llama-3.1-8b-instant', '0.025', '0.04'],
      ['meta-llama/llama-4-maverick-17b-128e-instruct', '0.1', '0.3'],
      ['meta-llama/llama-4-scout-17b-16e-instruct', '0.055', '0.17'],
    ],
  },
  {
    owner: 29,
    page: 'https://platform.kimi.ai/docs/pricing',
    models: [
      ['kimi-k2.5', '0.3', '1.5', { cached_read_tokens: '0.166666667' }],
      ['kimi-k2-thinking', '0.3', '1.25', { cached_read_tokens: '0.25' }],
      ['kimi-k2-0905-preview', '0.3', '1.25', { cached_read_tokens: '0.25' }],
      ['moonshot-v1-8k', '0.1', '1'],
      ['moonshot-v1-32k', '0.5', '1.5'],
      ['moonshot-v1-128k', '1', '2.5'],
    ],
  },
  {
    owner: 17,
    page: 'https://www.alibabacloud.com/help/en/model-studio/model-pricing',
    models: [['qwen-plus', '0.2', '0.6']],
  },
  {
    owner: 1000,
    page: '',
    models: [
      ['demo-chat', '1', '3'],
      ['demo-embedding', '0.1', '0'],
    ],
  },
];

/** The demo provider has no price of its own; this one lets a new owner see a charge. */
const DEMO_OWNER = 1000;

export const rowsByHand = vendors.flatMap(({ owner, page, models, type, kind }) =>
  models.map(([model, input, output, extra_ratios]) => ({
    model,
    owner,
    ...(type && { type }),
    input,
    output,
    ...(extra_ratios && { extra_ratios }),
    kind: kind ?? (model.includes('embedding') ? 'embedding' : 'chat'),
    page,
    date: owner === DEMO_OWNER ? '' : '2026-11',
  })),
);
