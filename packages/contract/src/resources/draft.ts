import * as z from 'zod/mini'
import { contract, del, get, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, listQuery, pageOf, ResourceName } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version, whole } from '../values/number.ts'
import { opaque, text } from '../values/text.ts'

/** How much one person keeps: drafts of all kinds, and the characters of one. */
export const draftLimits = { drafts: 50, characters: 60_000 } as const

/** What a form holds by its fields, as JSON: whatever was typed, also what is no value yet. Nobody but the form reads it. */
const Typed = opaque(draftLimits.characters, 2).check(z.refine(isObject, 'must be the JSON of an object'))

const draft = {
  /** What it is called so far; empty until it has a name. */
  name: text({ min: 0, max: 80 }),
  /** The step that it was left at, from 0 on. */
  step: whole(0, 20),
  typed: Typed,
}

/** A record that somebody began to enter, as a list tells it. */
export const DraftRow = z.strictObject({
  id: idOf('draft'),
  resource: z.string(),
  name: z.string(),
  step: z.int(),
  updatedAt: Instant,
  version: z.int(),
})
export type DraftRow = z.infer<typeof DraftRow>

export const Draft = z.extend(DraftRow, { typed: z.string() })
export type Draft = z.infer<typeof Draft>

const versioned = { version: Version }
const example = { body: { name: 'Vypin', step: 1, typed: '{"name":"Vypin"}' } } as const

export const draftContract = contract('draft', {
  list: get('/drafts', {
    permission: 'signed-in',
    query: listQuery(['updatedAt'], { resource: z.optional(ResourceName) }),
    response: pageOf(DraftRow),
    summary: 'What I began to enter and did not finish, of one kind of record or of all',
  }),
  get: get('/drafts/:id', {
    permission: 'signed-in',
    params: byId('draft'),
    response: Draft,
    summary: 'A draft of mine, with what was typed',
  }),
  create: post('/drafts', {
    permission: 'signed-in',
    body: z.strictObject({ resource: ResourceName, ...draft }),
    response: Draft,
    unaudited: true,
    idempotent: true,
    example,
    summary: `Keep a draft: at most ${draftLimits.drafts} a person`,
  }),
  update: patch('/drafts/:id', {
    permission: 'signed-in',
    params: byId('draft'),
    body: z.extend(z.partial(z.strictObject(draft)), versioned),
    response: Draft,
    unaudited: true,
    example,
    summary: 'Keep what was typed since',
  }),
  remove: del('/drafts/:id', {
    permission: 'signed-in',
    params: byId('draft'),
    body: z.strictObject(versioned),
    response: z.strictObject({ id: z.string() }),
    unaudited: true,
    summary: 'Discard a draft of mine',
  }),
})

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const draftRefusals = {
  'not-found': { 'draft-not-found': "No such draft, or somebody else's." },
} as const satisfies Refusals
