import { z } from 'zod';
import { call, etag } from '../call.ts';
import { isPictureAddress } from '../picture-address.ts';
import { whole } from '../points.ts';
import { line } from '../text.ts';
import { price } from './price.ts';

export const availableModel = z.object({ groups: z.array(z.string()), owned_by: z.string(), price });

/** Built-in owners have numbers up to this one; those of the site begin behind it. */
export const LAST_BUILT_IN_OWNER = 1000;
const MAX_ICON_CHARACTERS = 40_000;

/** The console's pages load nothing from other hosts: a picture of one is fetched once, and the copy is shown. */
const ownerIcon = z
  .string()
  .trim()
  .max(MAX_ICON_CHARACTERS)
  .refine((icon) => /^[a-z0-9-]{1,40}$/.test(icon) || isPictureAddress(icon), 'model_owner.wrong_icon');

export const modelOwnerView = z.object({
  id: whole(),
  name: z.string(),
  /**
   * Name of a picture that the console ships, an address of this site, or a `data:` picture; may be empty. For a picture
   * of another host, public lists name the local copy; all other calls return the given address.
   */
  icon: z.string(),
});
export type ModelOwnerView = z.output<typeof modelOwnerView>;

/** An owner with the state that it is in. */
export const storedOwnerView = modelOwnerView.extend({ etag: etag() });
export type StoredOwnerView = z.output<typeof storedOwnerView>;

export const modelOwnerInput = z.object({
  id: z
    .number()
    .int()
    .min(LAST_BUILT_IN_OWNER)
    .max(1_000_000)
    .describe('Chosen by who creates it; smaller ones are built in'),
  name: line().min(1).max(100),
  icon: ownerIcon.describe('Name of a picture of the console, an address of this site, or a `data:` picture'),
});

/** Built-in owners may be renamed too. */
export const modelOwnerChange = modelOwnerInput.extend({ id: z.number().int().min(1).max(1_000_000) });

const ownerParam = z.object({
  id: z.coerce.number().int().min(1).max(1_000_000).describe('Number of the owner'),
});

export const modelCalls = {
  owners: call('GET /api/model_ownedby/', {
    access: 'public',
    summary: 'Model owners',
    output: z.array(storedOwnerView),
  }),
  ownersById: call('GET /api/ownedby', {
    access: 'public',
    summary: 'Model owners by number',
    output: z.record(z.string(), modelOwnerView),
  }),
  owner: call('GET /api/model_ownedby/:id', {
    access: 'admin',
    summary: 'Read a model owner',
    params: ownerParam,
    output: storedOwnerView,
  }),
  createOwner: call('POST /api/model_ownedby/', {
    access: 'admin',
    summary: 'Create a model owner',
    input: modelOwnerInput,
    output: modelOwnerView,
  }),
  updateOwner: call('PUT /api/model_ownedby/', {
    access: 'admin',
    summary: 'Change a model owner, also a built-in one',
    input: modelOwnerChange,
    output: storedOwnerView,
    ifMatch: true,
  }),
  removeOwner: call('DELETE /api/model_ownedby/:id', {
    access: 'admin',
    summary: 'Delete a model owner that no price names',
    params: ownerParam,
  }),
  available: call('GET /api/available_model', {
    access: 'public',
    summary: 'Models that can be called, with groups and price',
    output: z.record(z.string(), availableModel),
  }),
};
