import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { idOf } from '../values/id.ts'
import { ScopeDraft } from './session.ts'

/** Minutes after which seeing the product as another ends by itself. */
export const viewAsMinutes = 30

const Done = z.strictObject({ status: z.literal(true) })

/**
 * To see the product as a role or a person, read-only, by one's own session: reads run with what both may do, within what both reach, and writes
 * are refused. What is a person's alone (tasks, drafts, views, sessions) stays one's own.
 */
export const viewAsContract = contract('view-as', {
  startRole: post('/view-as/roles/:id', {
    permission: 'role.view',
    idempotent: false,
    params: z.strictObject({ id: idOf('role') }),
    body: z.strictObject({ scope: ScopeDraft }),
    response: Done,
    example: { body: { scope: { kind: 'all', ids: [] } } },
    summary: 'View as a role, somewhere; for whoever may do all that it may',
  }),
  startPerson: post('/view-as/staff/:id', {
    permission: 'role.view',
    idempotent: false,
    params: z.strictObject({ id: idOf('staff') }),
    response: Done,
    summary: 'View as a person; for whoever may do all that they may',
  }),
  end: post('/view-as/end', {
    permission: 'signed-in',
    idempotent: false,
    whileViewing: true,
    response: Done,
    summary: 'View as oneself again',
  }),
})

export const viewAsRefusals = {
  refused: {
    'viewing-as': 'The caller views as another, to look only: `POST /view-as/end` ends that.',
    'not-viewing': 'The caller does not view as another.',
  },
} as const satisfies Refusals
