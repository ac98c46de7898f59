import { randomBytes } from 'node:crypto'
import type { Output, Parsed, staffContract } from '@larder/contract'
import { hashPassword } from '#kit/access/passwords.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { accounts } from './staff.service.ts'

type Contract = typeof staffContract

/** Opens an account with a temporary password. Who may only create leaves a draft that somebody else lets in. */
async function create(ctx: Context, { body }: Parsed<Contract['create']>): Promise<Output<Contract['create']>> {
  const { temporaryPassword, columns } = await makePassword()
  const status = can(ctx, 'staff.edit') ? 'active' : 'invited'
  return { staff: await accounts.create(ctx, body, { sets: () => ({ ...columns, status }) }), temporaryPassword }
}

async function resetPassword(
  ctx: Context,
  { params: { id }, body: { version } }: Parsed<Contract['resetPassword']>,
): Promise<Output<Contract['resetPassword']>> {
  const { temporaryPassword, columns } = await makePassword()
  return { staff: await accounts.change(ctx, { id, version, action: 'resetPassword' }, { sets: () => columns }), temporaryPassword }
}

/** Every verb of accounts; those that answer with a password beside the record make it here. */
export const staffHandlers = { ...accounts.handlers, create, resetPassword }

// Made before the unit begins: hashing takes as long as many a unit. 96 random bits that a person can still read out.
async function makePassword() {
  const temporaryPassword = randomBytes(12).toString('base64url')
  return { temporaryPassword, columns: { password_hash: await hashPassword(temporaryPassword), must_change_password: true } }
}
