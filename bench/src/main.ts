import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainFormat } from '@larder/contract'
import { measureAccess } from './access.ts'
import { measureBoard } from './board.ts'
import { measureBrowser } from './browser.ts'
import { formatRoutes, largestRoute, measureRoutes } from './bundle.ts'
import { measureCatalogue } from './catalogue.ts'
import { measureGrid } from './grid.ts'
import { measureLedger } from './ledger.ts'
import { measureLives } from './lives.ts'
import { measureJobs } from './measure-jobs.ts'
import { measureOrders } from './orders.ts'
import { measurePalette } from './palette.ts'
import { readingParts } from './parts.ts'
import { measurePeople } from './people.ts'
import { measurePositions } from './positions.ts'
import { measureRecord } from './record.ts'
import { formatClaims, formatRates } from './report.ts'
import { type Measured, measure } from './rounds.ts'
import { measureScans } from './scan.ts'
import { measureScreens } from './screens.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStarts } from './starts.ts'
import { measureStatements, pageBytes } from './statements.ts'
import { atLeast, atMost, type Claim, judgeRates } from './targets.ts'
import { measureTransitions } from './transitions.ts'
import { closeWorld, openWorld } from './world.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache/bench')
const webRoot = join(root, 'apps/web/dist')
const rateParts = ['list', 'status', 'page', 'search', 'detail', 'dashboard', 'transition'] as const
const otherParts = [
  'ledger',
  'lives',
  'palette',
  'statements',
  'screens',
  'audit',
  'access',
  'sign-ins',
  'starts',
  'bundle',
  'browser',
  'board',
  'grid',
  'jobs',
  'scan',
  'people',
  'catalogue',
  'orders',
  'positions',
] as const

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const [livesSteps, livesSeed] = [Number(process.env.BENCH_STEPS ?? 10_000_000), Number(process.env.BENCH_SEED ?? 1)]
const options = { rounds: Number(process.env.BENCH_ROUNDS ?? 3), seconds: Number(process.env.BENCH_SECONDS ?? 2) }
const chosen = chooseParts(process.argv.slice(2))

const rates: Measured[] = []
const claims: Claim[] = []
const routes: string[] = []

if (!existsSync(join(root, 'apps/api/dist/main.js'))) throw new Error('what is built is measured: run `npm run build` first')

mkdirSync(folder, { recursive: true })
// Where the database's own user must get in.
process.umask(0o022)
for (const size of sizes) await measureSize(size)
claims.unshift(...judgeRates(rates))
if (chosen.has('lives')) claims.push(...(await measureLives(livesSteps, livesSeed, tell)))
if (chosen.has('audit')) claims.push(...(await measureRecord(folder, tell)))
if (chosen.has('people')) claims.push(...(await measurePeople(folder, tell)))
if (chosen.has('catalogue')) claims.push(...(await measureCatalogue(folder, tell)))
if (chosen.has('orders')) claims.push(...(await measureOrders(folder, tell)))
if (chosen.has('positions')) claims.push(...(await measurePositions(...smallest(), tell)))
if (chosen.has('access')) claims.push(...(await measureAccess(...smallest(), tell)))
if (chosen.has('sign-ins')) claims.push(...(await measureSignIns(...smallest(), tell)))
if (chosen.has('starts')) await claimStarts()
if (chosen.has('bundle')) claimBundle()
if (chosen.has('browser')) await claimBrowser()
if (chosen.has('board')) claims.push(...(await measureBoard(...smallest(), tell)))
if (chosen.has('grid')) claims.push(...(await measureGrid(folder, tell)))
const scans = chosen.has('scan') ? await measureScans(folder, tell) : null
if (scans) claims.push(...scans.claims)
const jobs = chosen.has('jobs') ? [await measureJobs(tell)] : []
const report = [
  ...(rates.length > 0 ? [formatRates(rates)] : []),
  ...(claims.length > 0 ? [formatClaims(claims)] : []),
  ...jobs,
  ...(scans ? [scans.table] : []),
  ...(routes.length > 0 ? [['```', ...routes, '```'].join('\n')] : []),
].join('\n\n')
process.stdout.write(`\n${report}\n`)
if (chosen.size === rateParts.length + otherParts.length) writeFileSync(join(root, 'bench/results.md'), `${preface()}\n\n${report}\n`)

async function measureSize(size: number): Promise<void> {
  const wanted = rateParts.filter((part) => chosen.has(part))
  const isLargest = size === Math.max(...sizes)
  if (wanted.length === 0 && !(isLargest && ['ledger', 'palette', 'statements', 'screens'].some((part) => chosen.has(part)))) return
  const world = await openWorld(join(folder, String(size)), size, tell)
  try {
    if (world.bookedPerSecond !== null) {
      const what = `earlier orders booked in the background, of ${plainFormat.number(size)}`
      claims.push(atLeast(what, world.bookedPerSecond, 5000, 'a second'))
    }
    const reading = readingParts(world)
    for (const part of wanted) {
      tell(`${plainFormat.number(size)} orders: ${part}`)
      const row = part === 'transition' ? await measureTransitions(world, options) : await measure(world, part, reading[part], options)
      rates.push(row)
      tell(formatRates([row]))
    }
    if (!isLargest) return
    if (chosen.has('ledger')) {
      tell('ledger')
      claims.push(...(await measureLedger(world)))
    }
    if (chosen.has('palette')) {
      tell('palette')
      claims.push(...(await measurePalette(world)))
    }
    if (chosen.has('statements')) {
      claims.push(...(await measureStatements(world)))
      claims.push(atMost('bytes of a page of 25 orders', await pageBytes(world), 8 * 1024, 'bytes'))
    }
    if (chosen.has('screens')) {
      const { screens, p50, p99, missed } = await measureScreens(world)
      claims.push(atMost(`order accepted > on ${screens} screens, 50 orders/s, p99 (p50 ${p50.toFixed(0)} ms)`, p99, 250, 'ms'))
      claims.push(atMost('screens that missed an order', missed, 0, ''))
    }
    if (wanted.length > 1)
      claims.push(atMost('memory of the API process, loaded', Math.max(...rates.map((row) => row.memoryMb)), 300, 'MB'))
  } finally {
    await closeWorld(world)
  }
}

async function claimStarts(): Promise<void> {
  const filled = join(folder, String(sizes.includes(100_000) ? 100_000 : Math.min(...sizes)))
  tell('starts')
  const { coldSeconds, warmSeconds, idleMb } = await measureStarts(filled)
  claims.push(atMost('first start on an empty folder, demo city of 50,000 orders included', coldSeconds, 60, 's'))
  claims.push(atMost('start to first answer on a filled folder, database server included', warmSeconds, 1, 's'))
  claims.push(atMost('memory of the API process, idle', idleMb, 150, 'MB'))
}

function claimBundle(): void {
  const measured = measureRoutes(webRoot)
  routes.push(formatRoutes(measured))
  for (const path of ['/login', '/order/view', '/dashboard', '/order/orderDetails/:id', '/store/storeProfile/:id']) {
    const route = measured.find((each) => each.path === path)
    if (route) claims.push(atMost(`${path}, scripts and styles, gzip`, route.gzip, largestRoute(path), 'kB'))
  }
}

async function claimBrowser(): Promise<void> {
  claims.push(...(await measureBrowser(...smallest(), webRoot, tell)))
}

/** The world of fewest orders: what does not hang on how many there are. */
function smallest(): [dataDir: string, orders: number] {
  const orders = Math.min(...sizes)
  return [join(folder, String(orders)), orders]
}

function chooseParts(named: readonly string[]): ReadonlySet<string> {
  const all: readonly string[] = [...rateParts, ...otherParts]
  const unknown = named.find((part) => !all.includes(part))
  if (unknown) throw new Error(`there is no part "${unknown}"; there are ${all.join(', ')}`)
  return new Set(named.length > 0 ? named : all)
}

function preface(): string {
  return `# Speed

Printed by \`npm run bench\`. One run on one machine, 8 connections, median of ${options.rounds} rounds of ${options.seconds} s in turns: Larder with sign-in, permissions,
validation, scopes and audit; "bare", a Fastify server with none of these on a lean schema on the same database server; "handlers", Larder's own
handlers behind such a server, with the same bodies from the same statements; "naked", the bare statements asked in a loop by the driver alone. Only ratios count: the machine is shared by server, database and load.
The dashboard's rate is that of an answer shared while nothing happens (docs/decisions/0012).`
}

function tell(step: string): void {
  process.stderr.write(`${step}\n`)
}
