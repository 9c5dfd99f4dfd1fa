import { describe, expect, it } from 'vitest';
import { redPng } from '../../../test/support/picture-host.ts';
import { pictureTypeOf } from './picture-type.ts';

const base64 = (text: string) => Buffer.from(text, 'base64');
const utf8 = (text: string) => Buffer.from(text, 'utf8');

describe('the type of a picture', () => {
  it.each<[string, Buffer]>([
    ['image/png', redPng],
    ['image/jpeg', base64('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP8=')],
    ['image/gif', base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')],
    ['image/webp', base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')],
    ['image/x-icon', base64('AAABAAEAEBAAAAEAIABoBAAAFgAAAA==')],
    ['image/avif', base64('AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUI=')],
    // A sequence, named by one of its compatible brands.
    ['image/avif', base64('AAAAHGZ0eXBtc2YxAAAAAG1zZjFhdmlzbWlhZg==')],
    ['image/svg+xml', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['image/svg+xml', utf8('\ufeff<?xml version="1.0"?>\n<!-- <html> --><!-- b -->\n<svg>')],
    [
      'image/svg+xml',
      utf8('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "b">]>\n<svg\n>'),
    ],
  ])('%s is found by the content', (type, bytes) => {
    expect(pictureTypeOf(bytes)).toBe(type);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', utf8('<!doctype html><html><svg></svg></html>')],
    ['a page that begins like one', utf8('<svgx><script>')],
    ['a script', utf8('alert(1) // <svg>')],
    ['text that names one', utf8('PNG')],
    ['a sound in RIFF', utf8('RIFF\0\0\0\0WAVEfmt ')],
    ['a film', base64('AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDE=')],
    // The name of the brand behind the box that lists brands.
    ['a film that names AVIF later', base64('AAAAEGZ0eXBpc29tAAACAGF2aWZhdmlm')],
    ['an unfinished comment', utf8(`<!--${'<!--'.repeat(100_000)}`)],
    ['nothing but spaces', utf8(' '.repeat(400_000))],
  ])('%s is none', (_what, bytes) => {
    expect(pictureTypeOf(bytes)).toBeUndefined();
  });
});
