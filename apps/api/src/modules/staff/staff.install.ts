import { newId, type StaffScope, type StaffStatus } from '@larder/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/schema.gen.ts'

export interface NewStaff {
  /** Made anew where it is not said. */
  id?: string
  email: string
  name: string
  phone?: string | null
  role: { id: string } | { key: string }
  scope: StaffScope
  /** None: an invitation opens it. */
  passwordHash: string | null
  status?: StaffStatus
  expiresAt?: string | null
  /** Somebody else knows the password: it opens nothing but its own change. */
  mustChangePassword?: boolean
}

/** Adds an account and returns its row. A unit of work, the first admin of an installation and the seed all come through here. */
export function createStaff(db: Kysely<DB>, staff: NewStaff) {
  return db
    .insertInto('staff')
    .values({
      id: staff.id ?? newId(),
      email: staff.email.trim().toLowerCase(),
      name: staff.name,
      phone: staff.phone ?? null,
      role_id: 'id' in staff.role ? staff.role.id : sql<string>`(select id from role where key = ${staff.role.key})`,
      scope_kind: staff.scope.kind,
      scope_ids: sql`${staff.scope.ids}::uuid[]`,
      password_hash: staff.passwordHash,
      status: staff.status ?? 'active',
      expires_at: staff.expiresAt ?? null,
      must_change_password: staff.mustChangePassword ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
