import { sql } from 'kysely'
import type { Caller } from '../../test-app.ts'
import type { Examples } from '../world.ts'

/** Good calls about a request for approval of the other of two tax regimes. */
export const examples: Examples = ({ app, db, admin, at, created }) => {
  /** A request, once nobody else waits for one. */
  const requestBody = async () => {
    await sql`update approval set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(db)
    const { rows } = await sql<{
      version: number
      value: string
    }>`select version, value from setting where key = 'installation.taxRegime'`.execute(db)
    const body = { version: rows[0]?.version ?? 0, value: rows[0]?.value === 'simple' ? 'in-gst' : 'simple' }
    return { operation: 'setting.changeTax', params: { id: 'installation.taxRegime' }, body, reason: 'As from the new year' }
  }
  const requestedBy = async (as: Caller) => created('/approvals', await requestBody(), as)
  const checker = () =>
    app.addStaff({ name: 'Somebody else', permissions: ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve'] })
  return {
    'approval.create': async () => ({ body: await requestBody() }),
    'approval.approve': async () => at(await requestedBy(await checker()), {}),
    'approval.refuse': async () => at(await requestedBy(await checker()), { reason: 'Not before the new year' }),
    'approval.withdraw': async () => at(await requestedBy(admin), {}),
  }
}
