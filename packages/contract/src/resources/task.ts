import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportTypes } from '../exports.ts'
import { streamOf } from '../file-content.ts'
import { Allowed, byId, listQuery, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { queryFlag, Version } from '../values/number.ts'

export const taskStatusLabels = { queued: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' } as const
export const TaskStatus = enumOf(taskStatusLabels)
export type TaskStatus = z.infer<typeof TaskStatus>

/** How many tasks of one person may wait or run. */
export const maxOpenTasks = 10

/** Work that takes longer than a request, seen by its owner alone. */
export const Task = z.strictObject({
  id: idOf('task'),
  /** `export`: a list as a file; `over-many`: an act over many rows. */
  kind: z.string(),
  title: z.string(),
  status: TaskStatus,
  /** How many rows are done, and of how many; null where that is not known. */
  done: z.int(),
  total: z.nullable(z.int()),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** What it was done to and what refused it, of an act over many. */
  outcome: z.nullable(
    z.strictObject({ done: z.int(), refused: z.int(), reasons: z.array(z.strictObject({ reason: z.string(), rows: z.int() })) }),
  ),
  /** What can be downloaded until it is purged. */
  file: z.nullable(z.strictObject({ name: z.string(), sizeBytes: z.int(), expiresAt: Instant })),
  /** Whether its owner has seen how it ended. */
  isRead: z.boolean(),
  finishedAt: z.nullable(Instant),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type Task = z.infer<typeof Task>

const one = { permission: 'signed-in', params: byId('task'), response: Task } as const
const Versioned = z.strictObject({ version: Version })

export const taskContract = /* @__PURE__ */ contract('task', {
  list: get('/tasks', {
    permission: 'signed-in',
    query: listQuery(['createdAt'], { status: z.optional(TaskStatus), isRead: z.optional(queryFlag()) }),
    response: pageOf(Task),
    summary: 'My tasks',
  }),
  get: get('/tasks/:id', { ...one, summary: 'One task of mine: how far it is and what came of it' }),
  cancel: post('/tasks/:id/cancel', { ...one, body: Versioned, summary: 'Call off a task that waits or runs; what it has done stays' }),
  retry: post('/tasks/:id/retry', { ...one, body: Versioned, summary: 'Go on with a task that failed, from where it stands' }),
  markRead: post('/tasks/:id/mark-read', { ...one, body: Versioned, summary: 'I have seen how it ended' }),
  download: get('/tasks/:id/file', {
    permission: 'signed-in',
    params: byId('task'),
    response: streamOf(exportTypes.csv, exportTypes.xlsx, 'application/json'),
    summary: 'The file that came of a task',
  }),
})

export const taskRefusals = {
  'not-found': { 'task-not-found': "No such task, somebody else's, or its file is purged." },
  refused: {
    'task-over': 'The task has ended.',
    'task-open': 'The task waits or runs.',
  },
} as const satisfies Refusals
