import { type Machine, machineContract, type Output, pairingCode } from '@larder/contract'
import { references } from '#entities/references.ts'
import { action, confirmAction } from '#kit/actions/action.ts'
import type { Told } from '#kit/actions/told-once.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { When } from '#kit/cells/when.tsx'
import { group } from '#kit/fields/field.ts'
import { textField } from '#kit/fields/fields.tsx'
import { search } from '#kit/filters/filters.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const { columns, inputs, filters } = declareFields(
  machineContract,
  {
    name: { help: 'Where it stands: Till at the door' },
    kind: { width: 96 },
    status: { tones: { waiting: 'info', online: 'good', offline: 'warning' }, width: 168 },
    lastHeartbeatAt: { label: 'Last heard of' },
    appVersion: { width: 112 },
    codeEndsAt: { label: 'Code works until' },
    createdAt: { label: 'Added' },
  },
  { storeId: references.store, branchId: references.branch },
)
const message = custom<Machine>('message', 'Last message', ({ message: sent }) =>
  sent ? (
    <>
      {sent.text} ({sent.fetchedAt ? 'fetched ' : 'waiting since '}
      <When at={sent.fetchedAt ?? sent.at} />)
    </>
  ) : (
    '–'
  ),
)

/** The code with which the program of a machine pairs. */
function codeOf(answer: unknown): Told {
  const { machine, code } = answer as Output<typeof machineContract.newCode>
  return {
    title: `Pair ${machine.name}`,
    words: `Enter the code at the machine within ${pairingCode.minutes} minutes. Its program needs a channel key of the store; the code works once.`,
    label: 'Code',
    secret: `${code.slice(0, 4)}-${code.slice(4)}`,
  }
}

export const machines = defineResource(machineContract, {
  label: ['Machine', 'Machines'],
  title: (machine) => machine.name,
  columns: columns('name', 'kind', 'store', 'status', 'lastHeartbeatAt', 'appVersion', 'createdAt'),
  sort: 'name',
  filters: [search('Name'), ...filters('branchId', 'storeId', 'kind', 'status')],
  form: [group('Machine', inputs('name', 'storeId', 'kind'))],
  blank: { kind: 'till' },
  tells: codeOf,
  panels: [
    facts('Machine', [...columns('name', 'kind', 'store', 'status', 'lastHeartbeatAt', 'appVersion', 'pairedAt', 'codeEndsAt'), message]),
  ],
  actions: [
    confirmAction(machineContract.testMessage, {
      label: 'Send a test message',
      question: ({ name }: Machine) => `${name} fetches it with its next heartbeat.`,
      body: () => ({ text: 'Test message' }),
      asks: [textField('text', { label: 'Message' })],
      done: ({ name }) => `The message waits for ${name}`,
    }),
    action(machineContract.newCode, { label: 'New code', done: ({ name }: Machine) => `${name} has another code`, tells: codeOf }),
    confirmAction(machineContract.revoke, {
      label: 'Revoke',
      tone: 'danger',
      asks: 'reason',
      question: ({ name }: Machine) => `Revoke ${name}? It is no machine of the store any more, and it cannot be undone.`,
      done: ({ name }) => `${name} is revoked`,
    }),
  ],
  history: {
    fields: [textField('serial', { label: 'Serial number' }), textField('codeHash', { label: 'Code' })],
    deedOf: ({ action: done }) => deeds[done],
  },
  emptyText: 'Tills, printers and tablets of stores, paired by a code.',
})

const deeds: Readonly<Record<string, { what: string; covers: readonly string[] }>> = {
  newCode: { what: 'Gave out another code', covers: ['codeHash', 'codeEndsAt'] },
  pair: { what: 'Paired', covers: ['pairedAt'] },
  goOnline: { what: 'Is online', covers: ['isOnline'] },
  goOffline: { what: 'Fell silent', covers: ['isOnline'] },
  fetchMessage: { what: 'Fetched the message', covers: ['messageFetchedAt', 'isOnline'] },
  revoke: { what: 'Revoked', covers: ['revokedAt', 'isOnline', 'codeHash', 'codeEndsAt'] },
}
