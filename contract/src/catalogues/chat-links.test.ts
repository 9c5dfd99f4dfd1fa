import { describe, expect, it } from 'vitest';
import {
  chatLinkAddress,
  chatLinkIssue,
  chatLinksIssue,
  defaultChatLinks,
  shownChatLinks,
} from './chat-links.ts';

const link = { name: 'App', url: 'https://app.example/?k={key}', show: true, sort: 1 };
const issueOf = (...links: unknown[]) => chatLinksIssue(JSON.stringify(links));

describe('chat links', () => {
  it('are a list with name, url, show and sort', () => {
    expect(issueOf(link, { ...link, url: 'ama://set?key={key}' })).toBeUndefined();
    expect(chatLinksIssue('')).toBeUndefined();
    expect(chatLinksIssue('[')).toBe('invalid_format');
    expect(chatLinksIssue('{}')).toBe('invalid_format');
  });

  it.each([
    ['0', 'x'],
    ['0.name', { ...link, name: ' ' }],
    ['0.name', { ...link, name: undefined }],
    ['0.url', { ...link, url: 'app.example' }],
    ['0.url', { ...link, url: 'javascript://%0aalert(1)' }],
    ['0.url', { ...link, url: ' JavaScript://%0aalert(1)' }],
    ['0.url', { ...link, url: 'data://x' }],
    ['0.show', { ...link, show: 'true' }],
    ['0.sort', { ...link, sort: -1 }],
    ['0.sort', { ...link, sort: 1.5 }],
    ['0.icon', { ...link, icon: 'x' }],
  ])('name the member that is wrong: %s', (path, wrong) => {
    expect(issueOf(wrong)).toBe(`option.wrong_member|${path}`);
  });

  it('name the entry as well', () => {
    expect(issueOf(link, { ...link, sort: 'x' })).toBe('option.wrong_member|1.sort');
  });

  it('are two shown ones and two hidden ones at first', () => {
    const text = JSON.stringify(defaultChatLinks);
    expect(chatLinksIssue(text)).toBeUndefined();
    expect(shownChatLinks(text).map(({ name }) => name)).toEqual([
      'chatgpt-web-midjourney-proxy',
      'ChatGPT Next',
    ]);
    const hidden = defaultChatLinks.filter(({ show }) => !show);
    expect(hidden.map(({ name }) => name)).toEqual(['AMA', 'OpenCat']);
    expect(shownChatLinks('nonsense')).toEqual([]);
  });

  it.each([
    ['https://chat.example/', 'https://chat.example/#/?settings={"key":"{key}","url":"{server}"}'],
    ['https://chat.example/?k=sk-{key}', 'https://chat.example/?k={key}'],
    ['ama://set?key={key}', 'ama://set?key={key}'],
  ])('begin with the one of %s', (single, url) => {
    expect(chatLinkIssue(single)).toBeUndefined();
    expect(shownChatLinks(JSON.stringify([link]), single)).toEqual([
      { name: '', url, show: true, sort: 0 },
      link,
    ]);
  });

  it('leave out a single one that would run in the console', () => {
    expect(chatLinkIssue('javascript://%0aalert(1)')).toBe('invalid_link');
    expect(shownChatLinks('', 'javascript://%0aalert(1)')).toEqual([]);
    expect(chatLinkIssue('')).toBeUndefined();
  });

  it('take the key and the address of the server', () => {
    const filled = { key: 'sk-$&1', server: 'https://gate.example' };
    expect(chatLinkAddress('ama://set?server={server}&key={key}', filled)).toBe(
      'ama://set?server=https%3A%2F%2Fgate.example&key=sk-$&1',
    );
  });
});
