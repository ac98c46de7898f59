import { describe, expect, test } from 'vitest'
import { findImportViolations } from './import-rules.ts'
import { findSourceViolations } from './source-rules.ts'

const order = 'apps/api/src/modules/order/order.service.ts'
const list = 'apps/web/src/features/orders/list.screen.tsx'

describe('refuses', () => {
  test.each([
    ['the contract importing the API', 'packages/contract/src/endpoint.ts', "import { x } from '../../../apps/api/src/app.ts'"],
    ['the contract importing a package beside zod', 'packages/contract/src/endpoint.ts', "import { readFileSync } from 'node:fs'"],
    ['the API kit importing a module', 'apps/api/src/kit/implement.ts', "import { x } from '#modules/order/order.service.ts'"],
    ['the database importing the kit', 'apps/api/src/db/migrate.ts', "import { systemClock } from '#kit/clock.ts'"],
    ["a module importing another module's queries", order, "import { findStore } from '#modules/store/store.queries.ts'"],
    ["a module importing another module's policy, relatively", order, "import { storeAllows } from '../store/store.policy.ts'"],
    ["a module importing another module's routes, dynamically", order, "const { x } = await import('#modules/store/store.routes.ts')"],
    ["a job importing a module's queries", 'apps/api/src/jobs/purge.job.ts', "import { x } from '#modules/order/order.queries.ts'"],
    ['the state importing the API client', 'apps/web/src/state/logged.ts', "import { x } from '#api/client.ts'"],
    ['the API client importing the kit', 'apps/web/src/api/client.ts', "import { x } from '#kit/resource/list.tsx'"],
    ['the web kit importing an entity', 'apps/web/src/kit/cells/text.tsx', "import { x } from '#entities/references.ts'"],
    ['an entity importing a feature', 'apps/web/src/entities/order/x.ts', "import { x } from '#features/orders/x.ts'"],
    ['the web kit importing a feature', 'apps/web/src/kit/cells/text.tsx', "import { x } from '#features/orders/x.ts'"],
    ['the web kit importing the app', 'apps/web/src/kit/cells/text.tsx', "import type { Store } from '#app/store.ts'"],
    ['a feature importing another feature', list, "import { x } from '#features/stores/store.resource.tsx'"],
    ['a feature importing the app', list, "import { x } from '#app/routes.ts'"],
    ['a feature importing MUI', list, "import { Box } from '@mui/material'"],
    ['a feature importing the form library', list, "import { useForm } from 'react-hook-form'"],
    ['the app importing MUI outside the shell and the theme', 'apps/web/src/app/routes.ts', "import Box from '@mui/material/Box'"],
    ['a socket client outside the API client', 'apps/web/src/app/store.ts', "import { io } from 'socket.io-client'"],
    ['the simulator importing the API', 'apps/simulator/src/main.ts', "import { x } from '../../api/src/app.ts'"],
    ['the gateway importing the API', 'apps/gateway/src/main.ts', "import { x } from '../../api/src/app.ts'"],
    ['a second barrel', 'apps/web/src/kit/cells/index.ts', "export * from './text.tsx'"],
    ['a name passed on', 'apps/web/src/kit/cells/all.ts', "export { text } from './text.tsx'"],
    ['an import over several lines', order, "import {\n  a,\n  b,\n} from '#modules/store/store.queries.ts'"],
  ])('%s', (_what, path, text) => {
    expect(findImportViolations([{ path, text }])).toHaveLength(1)
  })

  test('files that import each other in a circle, be it for types', () => {
    const files = [
      { path: 'apps/api/src/kit/a.ts', text: "import { b } from './b.ts'" },
      { path: 'apps/api/src/kit/b.ts', text: "import type { C } from './c.ts'" },
      { path: 'apps/api/src/kit/c.ts', text: "import { a } from '#kit/a.ts'" },
    ]
    expect(findImportViolations(files).map(({ message }) => message)).toEqual([
      'imports itself in a circle: apps/api/src/kit/a.ts > apps/api/src/kit/b.ts > apps/api/src/kit/c.ts > apps/api/src/kit/a.ts',
    ])
  })

  test.each([
    ['reading the clock', order, 'const now = Date.now()'],
    ['making a date', list, 'const now = new Date()'],
    ['a number written by a locale of its own', list, 'const words = total.toLocaleString()'],
    ['a date written by a locale of its own', order, "new Intl.DateTimeFormat('en-GB')"],
    ['asking the network from a screen', list, "await fetch('/api/orders')"],
    ['a route beside the contract', 'apps/api/src/modules/order/order.routes.ts', "app.get('/api/x', handler)"],
    ['text put into SQL', order, `await pool.query(\`select * from orders where id = \${id}\`)`],
    ['raw SQL', order, 'sql.raw(text)'],
    ['a write beside the unit of work', order, "ctx.services.writable.updateTable('store')"],
    ['a mock, in a test', 'apps/api/src/modules/order/order.test.ts', "vi.mock('#db/database.ts')"],
    ['a file of 351 lines', order, 'x\n'.repeat(351)],
  ])('%s', (_what, path, text) => {
    expect(findSourceViolations([{ path, text }])).toHaveLength(1)
  })
})

describe('allows', () => {
  test.each([
    ["another module's service", order, "import { pauseStore } from '#modules/store/store.service.ts'"],
    ['the contract everywhere', list, "import { orderContract } from '@larder/contract'"],
    ['a package passed on by the kit', 'apps/web/src/kit/layout/box.ts', "export { Box } from '@mui/material'"],
    ['a test that reaches into a module', 'apps/api/src/kit/implement.test.ts', "import { x } from '#modules/order/order.queries.ts'"],
    ['the one barrel', 'packages/contract/src/index.ts', "export * from './endpoint.ts'"],
    ['the list of modules', 'apps/api/src/modules.ts', "export { areas as area } from '#modules/area/area.service.ts'"],
  ])('%s', (_what, path, text) => {
    expect(findImportViolations([{ path, text }])).toEqual([])
  })

  test.each([
    ['the clock itself', 'apps/api/src/kit/clock.ts', 'Date.now()'],
    ['dates in the values', 'packages/contract/src/values/instant.ts', 'new Date(ms)'],
    ['dates in a test', 'apps/api/src/modules/order/order.test.ts', 'new Date(0)'],
    ['values as parameters', order, `sql\`select \${id}::uuid\``],
    ['a long seed', 'apps/api/src/seed/names.ts', 'x\n'.repeat(900)],
    ['a refetch', list, 'query.refetch()'],
  ])('%s', (_what, path, text) => {
    expect(findSourceViolations([{ path, text }])).toEqual([])
  })
})
