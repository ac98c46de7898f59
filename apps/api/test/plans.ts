import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { readOnly } from '../src/db/database.ts'
import type { DB } from '../src/db/schema.gen.ts'
import type { TestApp } from './test-app.ts'

/** One node of a plan that reads a table; of a partitioned table, one of its partitions. */
interface Scan {
  type: string
  table: string
  index: string | null
  /** Rows that were looked at: those that went on and those that a filter threw away. */
  looked: number
}

interface Plan {
  sql: string
  scans: Scan[]
  sorts: number
  milliseconds: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  'Actual Rows'?: number
  Plans?: Node[]
}

/** Every statement with which `act` reads. */
export async function queriesOf(app: TestApp, act: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const { pool } = app.database
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && queries.push(event.query)),
  })
  const { db, replica } = app.services
  const spied = readOnly(watched)
  Object.assign(app.services, { db: spied, replica: { ...replica, reader: async () => spied } })
  try {
    await act()
  } finally {
    Object.assign(app.services, { db, replica })
  }
  return queries
}

/** The plans, as they ran, of every statement with which `act` reads. */
export async function plansOf(app: TestApp, act: () => Promise<unknown>): Promise<Plan[]> {
  const { pool } = app.database
  const plans: Plan[] = []
  for (const { sql, parameters } of await queriesOf(app, act)) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    const [{ Plan: root, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN']
    const nodes = flatten(root)
    plans.push({ sql, scans: nodes.flatMap(toScan), sorts: nodes.filter((node) => node['Node Type'] === 'Sort').length, milliseconds })
  }
  return plans
}

/** Scans of one table and its partitions in all plans. */
export function scansOf(plans: readonly Plan[], table: string): Scan[] {
  const isPart = new RegExp(`^${table}(_\\d{4}_\\d{2})?$`)
  return plans.flatMap(({ scans }) => scans.filter((scan) => isPart.test(scan.table)))
}

function toScan(node: Node): Scan[] {
  const table = node['Relation Name']
  const index = node['Index Name'] ?? flatten(node).find((child) => child['Node Type'] === 'Bitmap Index Scan')?.['Index Name'] ?? null
  const looked = ((node['Rows Removed by Filter'] ?? 0) + (node['Actual Rows'] ?? 0)) * (node['Actual Loops'] ?? 1)
  return table ? [{ type: node['Node Type'], table, index, looked }] : []
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}
