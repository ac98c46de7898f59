import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import { keysOf } from '../values/collection.ts'

/**
 * What an installation needs until orders can come, in the order in which it is best done. `confirmed`: what is there from the start may
 * be right as it is, and somebody says so; the rest is done once there is one.
 */
export const setupSteps = {
  marketplace: { label: 'Name, currency and time zone', confirmed: true },
  tax: { label: 'Tax', confirmed: true },
  branch: { label: 'A first branch', confirmed: false },
  area: { label: 'Delivery areas', confirmed: false },
  people: { label: 'Colleagues', confirmed: false },
  channel: { label: 'A key for the apps', confirmed: false },
} as const satisfies Record<string, { label: string; confirmed: boolean }>
export type SetupStep = keyof typeof setupSteps
const steps = keysOf(setupSteps)

export const Setup = z.strictObject({
  isDone: z.boolean(),
  steps: z.array(
    z.strictObject({
      key: z.enum(steps),
      isDone: z.boolean(),
      /** How many there are; null of what is confirmed. */
      count: z.nullable(z.int()),
    }),
  ),
})
export type Setup = z.infer<typeof Setup>

const confirmable = steps.filter((step) => setupSteps[step].confirmed)

export const setupContract = contract('setup', {
  get: get('/setup', {
    permission: 'setting.edit',
    response: Setup,
    alsoShows: ['setting', 'branch', 'area', 'staff', 'channel-key'],
    summary: 'What is missing until orders can come',
  }),
  confirm: post('/setup/:step/confirm', {
    permission: 'setting.edit',
    params: z.strictObject({ step: z.enum(confirmable) }),
    body: z.strictObject({}),
    response: Setup,
    example: { params: { step: 'marketplace' } },
    summary: 'Say that what a step is about is right as it is',
  }),
})
