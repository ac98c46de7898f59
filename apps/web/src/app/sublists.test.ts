import { fieldsOf } from '@larder/contract'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { allResources } from '../testing/resources.ts'
import { knownResources } from './resources.ts'

/** A record that has every field; whoever holds cash is a rider or a store. */
const record = new Proxy({}, { get: (_, key) => (key === 'holder' ? 'rider' : String(key)) }) as never

test('a list in a tab is asked for by a permission, filters and columns that it has', async () => {
  const [asked, told]: [unknown[], unknown[]] = [[], []]
  for (const { tabs = [] } of allResources)
    for (const tab of tabs) {
      const { props } = tab.render(record) as ReactElement<{ entity?: string; fixed?: Record<string, string>; without?: string[] }>
      if (!props.entity || !props.fixed || !props.without) continue
      const known = await knownResources[props.entity]?.()
      if (!known) throw new Error(`${tab.label} is a list of ${props.entity}, which is not among the known resources`)
      const { list } = known.contract
      const filters = list.shape.query ? Object.keys(fieldsOf(list.shape.query)) : []
      const columns = known.columns.map(({ key }) => key)
      const lacking = [
        ...Object.keys(props.fixed).filter((key) => !filters.includes(key)),
        ...props.without.filter((key) => !columns.includes(key)),
      ]
      asked.push([tab.label, props.entity, tab.permission, ...lacking])
      told.push([tab.label, props.entity, list.shape.permission])
    }
  expect(asked).toEqual(told)
  expect(told.length).toBeGreaterThan(20)
})
