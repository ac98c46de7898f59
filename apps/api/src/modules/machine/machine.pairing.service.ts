import { randomInt } from 'node:crypto'
import { addMinutes, type machineContract, type Output, type Parsed, pairingCode } from '@larder/contract'
import { hashToken } from '#kit/access/sessions.ts'
import type { Context } from '#kit/context.ts'
import { machines } from './machine.service.ts'

type Contract = typeof machineContract

/** Adds a machine that waits for its program: the code is in this answer alone. */
async function create(ctx: Context, { body }: Parsed<Contract['create']>): Promise<Output<Contract['create']>> {
  const { code, columns } = makeCode(ctx)
  return { machine: await machines.create(ctx, body, { sets: () => columns }), code }
}

/** Another code. A machine that is paired stays so until its program, or another one, enters it. */
async function newCode(
  ctx: Context,
  { params: { id }, body: { version } }: Parsed<Contract['newCode']>,
): Promise<Output<Contract['newCode']>> {
  const { code, columns } = makeCode(ctx)
  return { machine: await machines.change(ctx, { id, version, action: 'newCode' }, { sets: () => columns }), code }
}

/** Every verb of machines; those that answer with a code beside the record make it here. */
export const machineHandlers = { ...machines.handlers, create, newCode }

/** 39 random bits that a person can read out, for some minutes and from few tries. */
function makeCode({ clock }: Context) {
  const { letters, length, minutes } = pairingCode
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return { code, columns: { code_hash: hashToken(code), code_ends_at: addMinutes(clock.instant(), minutes) } }
}
