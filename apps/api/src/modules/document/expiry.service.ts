import { addDays, expiryWarningDays, localDateAt, newId, type Permission } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

/** Papers of a kind of record: a table with `kind`, `expires_on` and `warned_days`, and the records whose they are. */
export interface Papers {
  table: 'store_document' | 'rider_document'
  owner: { entity: 'store' | 'rider'; name: string; isGone: string }
  labels: Readonly<Record<string, string>>
  /** Who is told. */
  permission: Permission
}

const mostAtOnce = 200
const [first] = expiryWarningDays

interface Expiring {
  kind: string
  expires_on: string
  warned_days: number
  owner_id: string
  owner_version: number
  owner_name: string
  branch_id: string
  store_id: string | null
}

/** The warning that is due so many days before: the nearest of the days that has been reached. */
const due = (days: ReturnType<typeof sql>) =>
  sql`case ${sql.join(
    [...expiryWarningDays].sort((a, b) => a - b).map((each) => sql`when ${days} <= ${sql.lit(each)} then ${sql.lit(each)}`),
    sql` `,
  )} end`

/** Tells staff of papers that expire, once at each of the days before. */
export async function warnOfExpiry(ctx: Context, { table, owner, labels, permission }: Papers): Promise<void> {
  const at = ctx.clock.instant()
  const today = localDateAt(at, await readSetting(ctx.services, 'installation.timeZone'))
  const left = sql`(paper.expires_on - ${today}::date)`
  const theirs = sql`${sql.table(owner.entity)} as owner on owner.id = paper.${sql.id(`${owner.entity}_id`)}`
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<Expiring>`
      with due as (select paper.ctid, owner.id as owner_id, owner.version as owner_version, ${sql.ref(`owner.${owner.name}`)} as owner_name, owner.branch_id,
          ${owner.entity === 'store' ? sql`owner.id` : sql`null::uuid`} as store_id
        from ${sql.table(table)} as paper join ${theirs}
        where paper.expires_on <= ${addDays(today, first)} and (paper.warned_days is null or paper.warned_days > ${due(left)})
          and owner.status <> ${sql.lit(owner.isGone)}
        order by paper.expires_on limit ${mostAtOnce} for update of paper skip locked)
      update ${sql.table(table)} as paper set warned_days = ${due(left)} from due where paper.ctid = due.ctid
      returning paper.kind, paper.expires_on, paper.warned_days, due.owner_id, due.owner_version, due.owner_name, due.branch_id, due.store_id`.execute(
      work.db,
    )
    for (const row of rows) {
      const text = `${row.expires_on < today ? 'It expired' : 'It expires'} on ${format().day(row.expires_on)}.`
      const title = `${labels[row.kind]} of ${row.owner_name}`
      const about = { entity: owner.entity, entityId: row.owner_id }
      work.notify({
        kind: 'message',
        ...about,
        version: row.owner_version,
        permission,
        branchId: row.branch_id,
        storeId: row.store_id,
        payload: { id: newId<'message'>(ctx.clock.ms()), tone: row.warned_days === 0 ? 'error' : 'warning', title, text, at, ...about },
      })
    }
  })
}
