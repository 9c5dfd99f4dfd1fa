import { mayHoldForeignSeals } from '../../dialects/foreign-seals.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { placeValuesOf } from '../../modules/routing/request-places.ts';
import { spliceInTurns } from '../../platform/json/splice.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { weighLosses } from '../request/fits.ts';
import { overrideMembers } from '../request/override-members.ts';
import { noteAll, reportOf } from '../request/request-report.ts';
import type { WrittenMembers } from '../request/written-members.ts';

/** A change of a request's JSON that few calls need. Its code is loaded with the first of them. */
export interface BodyStep {
  isNeeded(call: RoutedCall, written: WrittenMembers): boolean;
  change(call: RoutedCall, body: Buffer, deps: RelayDeps): Promise<Buffer | Pieces>;
}

const systemFirst: BodyStep = {
  isNeeded: (_, { putsSystemFirst }) => putsSystemFirst,
  async change(call, passed) {
    const { putSystemTurnsFirst } = await import('../convert/put-system-first.ts');
    const { body, report } = await putSystemTurnsFirst(call, passed);
    noteAll(call, report);
    return body;
  },
};

const linkedMedia: BodyStep = {
  isNeeded: ({ form, dialect, facts, body }) =>
    form.readsNoAddresses === true &&
    facts.media !== null &&
    dialect.linkedMedia !== undefined &&
    mayNameAddress(body),
  async change(call, passed, deps) {
    const { inlineLinkedMedia } = await import('../convert/inline-linked-media.ts');
    const find = await call.dialect.linkedMedia?.();
    if (find === undefined) return passed;
    const { body, report } = await inlineLinkedMedia(call, { body: passed, find }, deps);
    noteAll(call, report);
    return body;
  },
};

/** JSON may contain `\/` for `/`; base64 has no colon. */
const mayNameAddress = (body: Buffer): boolean => body.includes('://') || body.includes(':\\/');

const foreignSeals: BodyStep = {
  isNeeded: (call) => mayHoldForeignSeals(call, call.route.upstreamModel),
  async change(call, passed) {
    const { leaveOutForeignSeals } = await import('../convert/leave-out-foreign-seals.ts');
    const { body, report } = await leaveOutForeignSeals(call, passed, call.route.upstreamModel);
    noteAll(call, report);
    return body;
  },
};

const channelOverrides: BodyStep = {
  isNeeded: ({ route }) => route.channel.overrides !== null,
  async change(call, body) {
    const { overrides } = call.route.channel;
    if (overrides === null) return body;
    return overrideMembers(body, overrides, {
      model: call.facts.model,
      values: () => placeValuesOf(call, call.route.upstreamModel),
      report: () => reportOf(call),
    });
  },
};

const vendorEdits: BodyStep = {
  isNeeded: ({ form }) => form.finalEdits !== undefined,
  /** @throws as `weighLosses` */
  async change(call, body) {
    const lost = new ConversionReport();
    const { headers } = call.caller.request;
    const edits = await call.form.finalEdits?.(body, { headers, report: lost });
    const changed = await spliceInTurns(body, edits ?? []);
    weighLosses(call, lost);
    noteAll(call, lost);
    return changed;
  },
};

/** Steps of every JSON body: the channel's changes, then its vendor's. */
const steps: readonly BodyStep[] = [channelOverrides, vendorEdits];
const stepsOfPassed: readonly BodyStep[] = [systemFirst, linkedMedia, foreignSeals, ...steps];

/**
 * Returns the steps of a call, none of an ordinary one.
 * @param isPassed the body is made of the caller's own bytes
 */
export const stepsOf = (
  call: RoutedCall,
  written: WrittenMembers,
  { isPassed }: { isPassed: boolean },
): readonly BodyStep[] => (isPassed ? stepsOfPassed : steps).filter((step) => step.isNeeded(call, written));
