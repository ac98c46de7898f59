import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'

export const rushStateLabels = { on: 'On', over: 'Over' } as const
export const RushState = enumOf(rushStateLabels)
export type RushState = z.infer<typeof RushState>

/** Hours that a rush lasts at most. */
export const mostRushHours = 24

/** More minutes of preparation for a while for the stores of a branch: of one of its areas, of a vertical, or of both. It ends by itself. */
export const RushMode = z.strictObject({
  id: idOf('rush-mode'),
  branch: Named,
  area: z.nullable(Named),
  vertical: z.nullable(Vertical),
  extraMinutes: z.int(),
  reason: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  /** When it ended, by the clock or by somebody; null while it is on. */
  endedAt: z.nullable(Instant),
  state: RushState,
  startedBy: Named,
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type RushMode = z.infer<typeof RushMode>

/** `areaId` or `vertical` or both: where it holds. */
const NewRush = z
  .strictObject({
    branchId: idOf('branch'),
    areaId: z.optional(z.nullable(idOf('area'))),
    vertical: z.optional(z.nullable(Vertical)),
    extraMinutes: whole(1, 120),
    endsAt: Instant,
    reason: text({ max: 200 }),
  })
  .check(
    z.refine(({ areaId, vertical }) => Boolean(areaId || vertical), {
      path: ['areaId'],
      error: 'is required, or a vertical: a rush is of either or both',
    }),
  )

export const rushModeContract = /* @__PURE__ */ contract('rush-mode', {
  list: get('/rush-modes', {
    permission: 'store.view',
    query: listQuery(['createdAt'], {
      branchId: z.optional(idOf('branch')),
      areaId: z.optional(idOf('area')),
      vertical: z.optional(Vertical),
      state: z.optional(RushState),
    }),
    response: pageOf(RushMode),
    summary: 'Rushes: where, how many minutes more, until when',
  }),
  get: get('/rush-modes/:id', { permission: 'store.view', params: byId('rush-mode'), response: RushMode, summary: 'One rush' }),
  create: post('/rush-modes', {
    permission: 'store.operate',
    body: NewRush,
    example: { body: { areaId: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f' } },
    response: RushMode,
    alsoChanges: ['store', 'order'],
    summary: 'Begin a rush in an area or a vertical of a branch, with its end',
  }),
  end: post('/rush-modes/:id/end', {
    permission: 'store.operate',
    params: byId('rush-mode'),
    body: z.strictObject({ version: Version }),
    response: RushMode,
    alsoChanges: ['store', 'order'],
    summary: 'End a rush before its time',
  }),
})

export const rushModeRefusals = {
  'not-found': { 'rush-mode-not-found': 'No such rush, or out of reach.' },
  refused: { 'rush-over': 'The rush is over.' },
} as const satisfies Refusals
