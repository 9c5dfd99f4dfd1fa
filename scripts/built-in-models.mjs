/**
 * Makes `contract/src/catalogues/built-in-models.json` from two public price lists; run by hand:
 *
 *     pip download --no-deps litellm model-prices && unzip '*.whl'
 *     node scripts/built-in-models.mjs 2026-11-23 LiteLLM=1.109.1 model-prices=0.0.5 \
 *       litellm/model_prices_and_context_window_backup.json model_prices/snapshot.json
 *
 * The same files make the same list. A model whose prices differ by more than 1 % between the lists is left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rowsByHand } from './built-in-models/by-hand.mjs';
import { readRow } from './built-in-models/litellm-row.mjs';
import { differences, otherPrice } from './built-in-models/other-list.mjs';
import { believed, providers } from './built-in-models/providers.mjs';
import { rootDir } from './preparation.mjs';

const target = join(rootDir, 'contract/src/catalogues/built-in-models.json');

/**
 * @param {{ day: string, litellm: object, other: object, names: { litellm: string, other: string } }} lists
 * @returns {{ sources: object[], models: object[], leftOut: string[] }}
 */
export function makeList({ day, litellm, other, names }) {
  const found = new Map();
  const leftOut = [];
  const add = (model, owner, row, source) => found.set(model, { model, owner, ...row, source });
  for (const provider of providers) {
    for (const [model, listed] of rowsOf(litellm, provider)) {
      if (found.has(model) || isGone(listed, day)) continue;
      const price = believed.has(model) ? undefined : otherPrice(other, provider.other, model, day);
      const read = readRow(withCacheOf(price, listed));
      const differing = price ? differences(listed, price) : [];
      if (read.row === undefined || differing.length > 0) {
        leftOut.push(`${model}: ${read.reason ?? `the lists differ in ${differing.join(', ')}`}`);
        continue;
      }
      add(model, provider.owner, withVariants(read.row, litellm, model), {
        page: listed.source ?? '',
        lists: price ? [names.litellm, names.other] : [names.litellm],
        date: day,
      });
    }
  }
  for (const { model, owner, page, lists = [], date, ...row } of rowsByHand) {
    if (!found.has(model)) add(model, owner, row, { page, lists, date });
  }
  return { ...withSourceTable([...found.values()]), leftOut };
}

/** Models of a section with their plain names, sorted, so that the order of the list does not matter. */
function rowsOf(litellm, { section, take = /./, skip = /^$/ }) {
  return Object.entries(litellm)
    .filter(([, listed]) => listed.litellm_provider === section)
    .map(([key, listed]) => [key.startsWith(`${section}/`) ? key.slice(section.length + 1) : key, listed])
    .filter(([model]) => take.test(model) && !skip.test(model) && !isVariant(model))
    .filter(([model]) => model.length <= 100)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Cached input that only the other list prices. */
const withCacheOf = (price, listed) =>
  price?.cache_read > 0 && listed.cache_read_input_token_cost === undefined && listed.input_cost_per_token > 0
    ? { ...listed, cache_read_input_token_cost: price.cache_read / 1e6 }
    : listed;

const isGone = ({ deprecation_date: date = '9' }, day) => date <= day;

const variantName = /^(low|medium|high|standard|hd)\/(\d+)-x-(\d+)\/(.+)$/;
const isVariant = (model) => /^([a-z]+\/)?\d+-x-\d+\//.test(model);

/** Prices of pictures by size and quality stand in rows of their own. */
function withVariants(row, litellm, model) {
  if (!row.units?.some(({ kind }) => kind === 'image')) return row;
  const variants = Object.entries(litellm).flatMap(([key, listed]) => {
    const [, quality, width, height, name] = variantName.exec(key) ?? [];
    if (name !== model) return [];
    const { row: own } = readRow(listed);
    const price = own?.units?.[0]?.price;
    return price === undefined ? [] : [{ kind: 'image', variant: `${width}x${height} ${quality}`, price }];
  });
  return { ...row, units: [...row.units, ...variants] };
}

/** Each source once, and its number in the rows. */
function withSourceTable(rows) {
  const texts = [...new Set(rows.map(({ source }) => JSON.stringify(source)))].sort();
  const models = rows
    .map(({ source, ...row }) => ({ ...row, source: texts.indexOf(JSON.stringify(source)) }))
    .sort((a, b) => a.owner - b.owner || (a.model < b.model ? -1 : 1));
  return { sources: texts.map((text) => JSON.parse(text)), models };
}

/** One row per line, for readable diffs. */
function toText({ sources, models }) {
  const lines = (rows) => rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{"sources":[\n${lines(sources)}\n],"models":[\n${lines(models)}\n]}\n`;
}

function main([day, litellmName, otherName, litellmFile, otherFile]) {
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const named = (text) => text.replace('=', ' ');
  const list = makeList({
    day,
    litellm: read(litellmFile),
    other: read(otherFile),
    names: { litellm: named(litellmName), other: named(otherName) },
  });
  writeFileSync(target, toText(list));
  console.log(`${list.models.length} models; left out:\n${list.leftOut.join('\n')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
