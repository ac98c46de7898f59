import { type Permission, permissions } from '@larder/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { actionsOf } from '#kit/resource/actions-of.ts'
import { builtInRoles } from '../../../api/src/modules/role/built-in-roles.ts'
import { grantsOf } from '../../../api/src/modules/role/role-install.service.ts'
import { type ApiServer, startApiServer } from '../testing/api-server.ts'
import { person, renderAt } from '../testing/render.tsx'
import { allResources } from '../testing/resources.ts'

const withActs = allResources.filter((resource) => actionsOf(resource).length > 0)

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({})
})
afterEach(() => server.close())

/** How many acts are offered, as buttons and as entries of the menu. */
async function countOffered(): Promise<number> {
  const more = screen.queryByRole('button', { name: 'More actions' })
  const buttons = screen.queryAllByRole('button').filter((button) => button !== more)
  if (more) fireEvent.click(more)
  const entries = more ? await screen.findAllByRole('menuitem') : []
  return buttons.length + entries.length
}

test.each(builtInRoles.map((role) => [role.name, role] as const))(
  '%s is offered exactly the acts that the API allows',
  async (_name, role) => {
    const held = new Set<string>(role.isAdmin ? permissions : grantsOf(role))
    const who = person({ isAdmin: role.isAdmin ?? false, permissions: [...held] })
    for (const resource of withActs) {
      const acts = actionsOf(resource)
      // What the server names for such a person, and what it would name for somebody who may do everything.
      for (const named of [acts.filter(({ endpoint }) => held.has(endpoint.shape.permission as Permission)), acts]) {
        const row = {
          id: 'r1',
          version: 1,
          name: 'One',
          title: 'One',
          code: 'C',
          allowed: named.map(({ key }) => ({ action: key, because: null })),
        }
        const may = acts.filter(({ endpoint: { shape } }) => shape.permission === 'signed-in' || held.has(shape.permission))
        const isNamed = may.filter(({ key }) => named.some((each) => each.key === key))
        renderAt('/', <ActionBar actions={acts} row={row} />, { who })
        expect([resource.entity, await countOffered()]).toEqual([resource.entity, isNamed.length])
        cleanup()
      }
    }
  },
)
