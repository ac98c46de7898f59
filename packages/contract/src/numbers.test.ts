import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { allContracts } from './contracts.ts'
import type { Contract, Schema } from './endpoint.ts'
import { unitOf } from './fields.ts'

interface Inside {
  type: string
  element?: Schema
  valueType?: Schema
  innerType?: Schema
  in?: Schema
  options?: readonly Schema[]
  shape?: Readonly<Record<string, Schema>>
}

/** The names of all numbers in a shape, however deep. */
function numbersIn(schema: Schema | undefined, key: string, above: readonly Schema[] = []): string[] {
  if (!schema || above.includes(schema)) return []
  const def = schema._zod.def as z.core.$ZodTypeDef & Inside
  const same = [def.innerType, def.in, def.element, def.valueType, ...(def.options ?? [])]
  return [
    ...(def.type === 'number' || def.type === 'int' ? [key] : []),
    ...same.flatMap((inner) => numbersIn(inner, key, [...above, schema])),
    ...Object.entries(def.shape ?? {}).flatMap(([name, inner]) => numbersIn(inner, name, [...above, schema])),
  ]
}

test('a number says by its name what it is counted in, or is one of the plain numbers of the golden file', async () => {
  const endpoints = Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract))
  const named = endpoints.flatMap(({ shape }) => [shape.query, shape.body, shape.response].flatMap((part) => numbersIn(part, 'answer')))
  const plain = [...new Set(named)].filter((key) => unitOf(key) === null && !/minor$|Minor$|Ppm$|Tenths$/.test(key)).sort()
  await expect(`${plain.join('\n')}\n`).toMatchFileSnapshot('./plain-numbers.txt')
})
