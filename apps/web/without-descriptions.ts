import { type Plugin, parseAst } from 'vite'

/** A part of a program as it is parsed, with where it stands in the text. */
interface Part {
  type: string
  start: number
  end: number
  computed?: boolean
  key?: { name?: string }
  value?: Part
  properties?: Part[]
}
type Says = (value: Part) => boolean

const isWord: Says = ({ type }) => ['Literal', 'TemplateLiteral', 'Identifier'].includes(type)
const isLiteral: Says = ({ type }) => type === 'Literal'
const isObjectOf =
  (...keys: string[]): Says =>
  ({ type, properties = [] }) =>
    type === 'ObjectExpression' && properties.every(({ key }) => keys.includes(key?.name ?? ''))

/** By its name, a property that screens never read, if its value is of this kind: that of a field which is called the same is a schema. */
const descriptions: Readonly<Record<string, Says>> = {
  summary: isWord,
  example: (value) => value.type === 'Identifier' || isObjectOf('params', 'query', 'body')(value),
  examples: isObjectOf('one', 'change'),
  // How the server takes a call.
  ...Object.fromEntries(['fromReplica', 'idempotent', 'perMinute', 'seeks'].map((key) => [key, isLiteral])),
  // Who has a permission from the first day: roles are records, and what each may do is read from them.
  roles: ({ type, properties = [] }) => type === 'ObjectExpression' && properties.every(({ value }) => value?.type === 'Literal'),
}

/**
 * Leaves out what endpoints say of themselves to who reads their description, summaries and examples, and how the server takes a call: no screen
 * reads that from the contract. `scripts/without-descriptions.test.ts` holds what is left against the contract.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/(?:resources\/[^/]+|shared-permissions|exports|imports|masked)\.ts$/ },
      handler: (code) => ({ code: without(code, descriptionsIn(parseAst(code, { lang: 'ts' }))), map: null }),
    },
  }
}

function descriptionsIn(part: unknown): Part[] {
  if (Array.isArray(part)) return part.flatMap(descriptionsIn)
  if (typeof part !== 'object' || part === null) return []
  const { type, properties = [] } = part as Part
  const found = type === 'ObjectExpression' ? properties.filter(isDescription) : []
  return [...found, ...Object.values(part).flatMap(descriptionsIn)]
}

function isDescription({ computed, key, value }: Part): boolean {
  return !computed && value !== undefined && (descriptions[key?.name ?? '']?.(value) ?? false)
}

/** Each goes with the comma after it, and with what is within it. */
function without(code: string, parts: readonly Part[]): string {
  const inOrder = parts.toSorted((a, b) => a.start - b.start)
  let [left, at] = ['', 0]
  for (const { start, end } of inOrder) {
    if (start < at) continue
    left += code.slice(at, start)
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  }
  return left + code.slice(at)
}
