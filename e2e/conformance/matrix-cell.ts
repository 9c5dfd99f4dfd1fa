import { expect } from 'vitest';
import { toolResults, type Way } from './matrix-cases.ts';
import { type Cell, limitsOf } from './matrix-limits.ts';
import {
  type Ask,
  type Seen,
  type Talk,
  type Turn,
  type Understood,
  type Upstream,
  USED,
  type VendorAnswer,
} from './matrix-types.ts';
import { grammars, WatchedFetch } from './watched-fetch.ts';

export interface Site {
  url: string;
  key: string;
}

const REFUSAL = 'The colour of the request is not supported.';
const BUSY = 'Slow down.';
const IN_STREAM = 'The machine of the vendor broke.';

/**
 * Asks by a package, whole or streamed, and compares what vendor and package saw with what they should.
 * @returns ids of the calls that were answered to their end
 */
export async function checkCell(cell: Cell, way: Way, site: Site): Promise<string[]> {
  const { client, upstream } = cell;
  const ask: Ask = { ...cell.case.ask, stream: way === 'streamed' };
  const watched = new WatchedFetch();
  upstream.forget();
  const begin = ({ fetch }: WatchedFetch): Talk =>
    client.begin({ ...site, model: upstream.model, fetch }, ask);
  const talk = begin(watched);
  if (cell.case.trouble === undefined) {
    upstream.says(cell.case.answers);
    await checkTurns(cell, { talk, ask, watched });
    upstream.says(cell.case.answers);
    if (limitsOf(cell, way).some(({ reported }) => reported?.startsWith('dropped ')))
      await checkStrict(cell, begin(new WatchedFetch({ isStrict: true })));
  } else await checkTrouble(cell, talk);
  const fails = cell.case.trouble === 'fails in the stream';
  if (cell.case.trouble === 'is left') return [];
  for (const { isStream, text } of watched.answers) if (isStream) grammars[client.dialect](text, fails);
  return cell.case.trouble === undefined ? watched.answers.map(({ requestId }) => requestId) : [];
}

/** The turns of a case, each with the results of the calls before it. */
async function talkThrough({ upstream, case: { answers } }: Cell, talk: Talk): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const _answer of answers) {
    const before = seen.at(-1);
    const next =
      before === undefined
        ? talk.ask()
        : talk.tell(before.calls.map((call) => ({ ...call, text: toolResults[call.name] ?? '' })));
    seen.push(await withReasons(next, upstream));
  }
  return seen;
}

/** A conversion that drops a field is refused if the caller asks for that. */
async function checkStrict(cell: Cell, talk: Talk): Promise<void> {
  const failure = await talkThrough(cell, talk).then(
    () => null,
    (error: Error) => cell.client.failureOf(error.cause),
  );
  expect(failure).toEqual({
    status: 400,
    text: expect.stringContaining('which cannot express all of the request'),
  });
  expect(cell.upstream.refused).toEqual([]);
}

async function checkTurns(
  cell: Cell,
  { talk, ask, watched }: { talk: Talk; ask: Ask; watched: WatchedFetch },
): Promise<void> {
  const { upstream } = cell;
  const { answers } = cell.case;
  const seen = await talkThrough(cell, talk);
  const limits = limitsOf(cell, ask.stream ? 'streamed' : 'whole');
  const turns = seen.map(
    ({ calls, ...rest }, at): Turn => ({
      asked: upstream.understood()[at] as Understood,
      seen: { ...rest, calls: calls.map(({ name, input }) => ({ name, input })) },
      lost: watched.answers[at]?.report.filter((line) => line.startsWith('dropped ')) ?? [],
    }),
  );
  const expected = answers.map((_, at) => expectedTurn(cell, { ask, at }));
  for (const { change } of limits) change(expected);
  expect(turns).toEqual(expected);
  const reports = watched.answers.flatMap(({ report }) => report);
  for (const { reported } of limits) if (reported !== null) expect(reports).toContain(reported);
  const ids = seen.flatMap(({ calls }) => calls.map(({ id }) => id)).filter((id) => id !== '');
  expect(new Set(ids).size).toBe(ids.length);
}

/** A failure says why the vendor refused, too. */
const withReasons = (answer: Promise<Seen>, { refused }: Upstream): Promise<Seen> =>
  answer.catch((error: unknown) => {
    throw new Error(`${String(error)}; the vendor refused: ${refused.join(', ') || 'nothing'}`, {
      cause: error,
    });
  });

/** The expected turn if everything is carried. */
function expectedTurn(
  { client, upstream, case: { answers } }: Cell,
  { ask, at }: { ask: Ask; at: number },
): Turn {
  const answer = answers[at] as VendorAnswer;
  const before = answers[at - 1];
  const { system, says, thinks, schema, stop, stream } = ask;
  const { limit = () => ask.limit, result = (_name: string, text: string) => text } = client.writes ?? {};
  const said = (kind: 'text' | 'thinking' | 'refusal'): string =>
    answer.parts.map((part) => (kind in part ? (part as Record<string, string>)[kind] : '')).join('');
  return {
    asked: {
      ...{ system, limit: limit(ask), thinks, schema, stop: [...stop], stream },
      texts: says.flatMap((one) => ('text' in one ? [one.text] : [])),
      images: says.flatMap((one) => ('image' in one ? [one.image] : [])),
      pdfs: says.flatMap((one) => ('pdf' in one ? [one.pdf] : [])),
      tools: ask.tools.map(({ name }) => name),
      said: before?.parts.map((part) => ('text' in part ? part.text : '')).join('') ?? '',
      calls:
        before?.parts.flatMap((part, place) =>
          'call' in part ? [{ id: upstream.idOfCall(place), name: part.call, input: part.input }] : [],
        ) ?? [],
      results:
        before?.parts.flatMap((part) =>
          'call' in part ? [result(part.call, toolResults[part.call] ?? '')] : [],
        ) ?? [],
      seals: before === undefined ? [] : upstream.sealsIn(before),
    },
    seen: {
      ...{ text: said('text'), thinking: said('thinking'), refusal: said('refusal') },
      end: client.ends[upstream.ends.has(answer.end) ? answer.end : 'end'],
      tokens: USED,
      calls: answer.parts.flatMap((part) => ('call' in part ? [{ name: part.call, input: part.input }] : [])),
    },
    lost: [],
  };
}

async function checkTrouble(
  { client, upstream, case: { answers, trouble } }: Cell,
  talk: Talk,
): Promise<void> {
  const [answer] = answers as [VendorAnswer];
  if (trouble === 'is left') {
    upstream.goesOn(answer);
    await talk.leave();
    await upstream.left();
    return;
  }
  if (trouble === 'fails in the stream') upstream.failsInStream(answer, IN_STREAM);
  else if (trouble === 'busy') upstream.refuses(429, BUSY);
  else upstream.refuses(400, REFUSAL);
  const failure = await talk.ask().then(
    (seen) => {
      throw new Error(`it was answered: ${JSON.stringify(seen)}`);
    },
    (error: unknown) => client.failureOf(error),
  );
  expect(upstream.refused).toEqual([]);
  if (trouble === 'fails in the stream') {
    // Google says 503 there.
    expect(failure.text).toMatch(/The provider (?:answered with an error\.|is overloaded)/);
    expect(failure.text).not.toContain(IN_STREAM);
    return;
  }
  // An error that the caller can fix has the vendor's own words.
  const told = trouble === 'busy' ? 'The provider is busy' : REFUSAL;
  expect(failure).toEqual({ status: trouble === 'busy' ? 429 : 400, text: expect.stringContaining(told) });
}
