import { randomBytes } from 'node:crypto'
import { type Output, type Parsed, StaffMember, type staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { hashPassword } from '#kit/access/passwords.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound, refuse } from '#kit/errors.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { matching } from '#kit/read/search-text.ts'
import { explainConstraint } from '#kit/record/constraint.ts'
import { unitOfWork, type Work } from '#kit/unit-of-work.ts'
import { findRoleToGive } from '#modules/role/role.service.ts'
import { createStaff } from './staff.install.ts'
import { ownAccount, staffVisibleTo } from './staff.policy.ts'
import { presentStaff, staffWithin } from './staff.queries.ts'
import { checkScope } from './staff.scope.ts'
import { changeStaff, placeOfStaff } from './staff.write.ts'

type Contract = typeof staffContract

export function listStaff(ctx: Context, { query: input }: Parsed<Contract['list']>) {
  let query = staffWithin(ctx.db, staffVisibleTo(ctx.actor))
    .where(equalTo('role.key', input.role))
    .where(equalTo('staff.status', input.status))
  if (input.q) query = query.where(matching(ctx, StaffMember, { name: 'staff.name', email: 'staff.email' }, input.q))
  return listPage(ctx, {
    query,
    input,
    sorts: { name: { column: 'staff.name' }, createdAt: { column: 'staff.id' } },
    defaultSort: 'name',
    tie: 'staff.id',
    present: (row) => presentStaff(ctx, row),
  })
}

export function getStaff(ctx: Context, { params }: Parsed<Contract['get']>): Promise<StaffMember> {
  return findStaffMember(ctx, ctx.db, params.id)
}

async function findStaffMember(ctx: Context, db: Context['db'], id: string): Promise<StaffMember> {
  const row = await staffWithin(db, staffVisibleTo(ctx.actor)).where('staff.id', '=', id).executeTakeFirst()
  return row ? presentStaff(ctx, row) : notFound('staff')
}

/** Opens an account with a temporary password. Who may only create leaves a draft that somebody else lets in. */
export async function openAccount(ctx: Context, { body }: Parsed<Contract['create']>): Promise<Output<Contract['create']>> {
  const role = await findRoleToGive(ctx, body.roleId)
  await checkScope(ctx, role.key, body.scope)
  const status = can(ctx, 'staff.edit') ? 'active' : 'invited'
  const temporaryPassword = makePassword()
  const passwordHash = await hashPassword(temporaryPassword)
  const { email, name, expiresAt, scope } = body
  const phone = body.phone && (await completePhone(ctx.services, body.phone, 'body.phone'))
  return unitOfWork(ctx, async (work) => {
    const row = await createStaff(work.db, {
      email,
      name,
      phone,
      expiresAt,
      scope,
      role: { id: role.id },
      passwordHash,
      status,
      mustChangePassword: true,
    })
    work.record({
      entity: 'staff',
      id: row.id,
      version: 1,
      action: 'create',
      old: null,
      new: row,
      permission: 'staff.view',
      ...placeOfStaff(row),
    })
    return { staff: await presentNew(ctx, work, row.id), temporaryPassword }
  }).catch((error: unknown) => {
    throw explainConstraint(error, 'staff', ['email', 'roleId'])
  })
}

// Read without the scope: an account that I may open is not always one that I may see.
async function presentNew(ctx: Context, work: Work, id: string): Promise<StaffMember> {
  const row = await staffWithin(readOnly(work.db), sql`true`).where('staff.id', '=', id).executeTakeFirstOrThrow()
  return presentStaff(ctx, row)
}

export async function updateStaff(ctx: Context, { params, body }: Parsed<Contract['update']>): Promise<StaffMember> {
  const { version, name, expiresAt } = body
  if (expiresAt !== undefined && params.id === ctx.actor.id) refuse('own-account', ownAccount)
  const phone = body.phone && (await completePhone(ctx.services, body.phone, 'body.phone'))
  const set = { name, phone, expires_at: expiresAt }
  return changeStaff(ctx, { id: params.id, version, action: 'update', set, endsAdmin: Boolean(expiresAt) })
}

/** 96 random bits that a person can still read out. */
export function makePassword(): string {
  return randomBytes(12).toString('base64url')
}
