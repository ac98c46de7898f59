import * as z from 'zod/mini'
import { contract, del, get, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, listQuery, pageOf, ResourceName } from '../page.ts'
import { dictionary } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Version } from '../values/number.ts'
import { opaque, text } from '../values/text.ts'

/** How much one person keeps: views in all, those of them that everyone sees, and the characters of one view's filters. */
export const savedViewLimits = { views: 100, shared: 20, characters: 4000 } as const

const filters = dictionary(opaque(60), opaque(500), 40).check(
  z.refine(
    (query) => JSON.stringify(query).length <= savedViewLimits.characters,
    `is too long: at most ${savedViewLimits.characters} characters`,
  ),
)
const draft = {
  name: text({ max: 60 }),
  /** The list's state as it stands in the address: filters, search, sort, columns. */
  query: filters,
  isShared: z.boolean(),
}

export const SavedView = z.strictObject({
  id: idOf('saved-view'),
  resource: z.string(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  isShared: z.boolean(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** One's own, and a shared one for whoever keeps the settings. */
  isRemovable: z.boolean(),
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

const versioned = { version: Version }
const example = { body: { name: 'Late orders' } } as const

export const savedViewContract = contract('saved-view', {
  list: get('/saved-views', {
    permission: 'signed-in',
    query: listQuery(['name'], { resource: z.optional(ResourceName) }),
    response: pageOf(SavedView),
    summary: 'Saved views of one list or of all, by name: mine first, then those shared with everyone',
  }),
  create: post('/saved-views', {
    permission: 'signed-in',
    body: z.strictObject({ resource: ResourceName, ...draft }),
    response: SavedView,
    example,
    summary: `Save a view: at most ${savedViewLimits.views} a person, ${savedViewLimits.shared} of them shared`,
  }),
  update: patch('/saved-views/:id', {
    permission: 'signed-in',
    params: byId('saved-view'),
    body: z.extend(z.partial(z.strictObject(draft)), versioned),
    response: SavedView,
    example,
    summary: 'Rename, replace or share a view of mine',
  }),
  remove: del('/saved-views/:id', {
    permission: 'signed-in',
    params: byId('saved-view'),
    body: z.strictObject(versioned),
    response: z.strictObject({ id: z.string() }),
    summary: 'Delete a view of mine, or with setting.delete one that is shared',
  }),
})

export const savedViewRefusals = {
  'not-found': { 'saved-view-not-found': "No such saved view, or somebody else's own." },
} as const satisfies Refusals
