import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

export const machinePermission = {
  label: 'Tills, printers and tablets',
  verbs: ['view', 'create', 'edit', 'operate', 'export'],
  roles: {
    'branch-partner': 'VCEO',
    'custumercare-admin': 'VO',
    'custumercare-executive': 'V',
    'office-staff': 'VCEO',
    'store-officer': 'VCEO',
  },
  after: 'store',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    machine: typeof machinePermission
  }
}

export const machineKindLabels = { till: 'Till', printer: 'Printer', tablet: 'Tablet' } as const
export const machineKinds = keysOf(machineKindLabels)
export const MachineKind = enumOf(machineKindLabels)
export type MachineKind = z.infer<typeof MachineKind>

/** Where a machine stands: nobody entered its code yet, its program tells that it is alive, it has not for too long, or it was revoked. */
export const machineStatusLabels = { waiting: 'Waiting for its code', online: 'Online', offline: 'Offline', revoked: 'Revoked' } as const
export const MachineStatus = enumOf(machineStatusLabels)
export type MachineStatus = z.infer<typeof MachineStatus>

/** How long a code opens, in minutes, and what it is written in: nothing that is read for another. */
export const pairingCode = { minutes: 10, length: 8, letters: 'ABCDEFGHJKMNPQRSTUVWXYZ23456789' } as const

// No flag: schemas of JSON have none.
function anyCase(letters: string): string {
  return [...new Set(letters + letters.toLowerCase())].join('')
}

/** A code as people type it: in any case, with spaces or dashes. */
export const PairingCode = z.string().check(
  z.maxLength(20),
  z.regex(
    new RegExp(`^(?:[\\s-]*[${anyCase(pairingCode.letters)}]){${pairingCode.length}}[\\s-]*$`),
    'is not a code: it has eight letters and digits',
  ),
  z.overwrite((typed) => typed.toUpperCase().replace(/[\s-]/g, '')),
)

/** What a machine is told at its next heartbeat. */
export const MachineMessage = z.strictObject({ text: z.string(), at: Instant, fetchedAt: z.nullable(Instant) })
export type MachineMessage = z.infer<typeof MachineMessage>

const machines = /* @__PURE__ */ recordContract('machine', '/machines', {
  permission: 'machine',
  access: machinePermission,
  imports: 'machine.edit',
  draft: { name: text({ max: 60 }), storeId: idOf('store'), kind: MachineKind },
  extra: {
    branchId: idOf('branch'),
    store: Named,
    status: MachineStatus,
    appVersion: z.nullable(z.string()),
    lastHeartbeatAt: z.nullable(Instant),
    /** When its program entered the code. */
    pairedAt: z.nullable(Instant),
    /** Until when a code that was given out can be entered. */
    codeEndsAt: z.nullable(Instant),
    /** The last message that was sent to it. */
    message: z.nullable(MachineMessage),
  },
  filterBy: ['storeId', 'branchId', 'kind', 'status'],
  sorts: ['name', 'createdAt'],
  acts: {
    testMessage: {
      permission: 'machine.operate',
      asks: { text: text({ max: 200 }) },
      summary: 'send a test message, which it fetches with its next heartbeat',
    },
    revoke: {
      permission: 'machine.operate',
      asks: { reason: text({ max: 200 }) },
      summary: 'revoke; it is no machine of the store any more',
    },
  },
})
/** A till, printer or tablet of a store. */
export const Machine = machines.get.shape.response
export type Machine = z.infer<typeof Machine>

const WithCode = z.strictObject({ machine: Machine, code: z.string() })

/** What answers with a code is never kept for a replay. */
export const machineContract = /* @__PURE__ */ contract('machine', {
  ...machines,
  create: post('/machines', {
    permission: 'machine.create',
    idempotent: false,
    body: machines.create.shape.body,
    response: WithCode,
    summary: 'Add a machine; the code with which its program pairs is shown once',
  }),
  newCode: post('/machines/:id/new-code', {
    permission: 'machine.create',
    idempotent: false,
    params: byId('machine'),
    body: z.strictObject({ version: Version }),
    response: WithCode,
    summary: 'Another code for a machine; the one before pairs nothing any more',
  }),
})

export const machineRefusals = {
  'not-found': { 'machine-not-found': 'No such till, printer or tablet, or out of reach.' },
  refused: {
    'machine-revoked': 'The machine was revoked.',
    'machine-waiting': 'The machine is not paired yet.',
  },
} as const satisfies Refusals
