import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

// zod/mini without a locale says this of everything; a schema that says more is quoted.
const unsaid = 'Invalid input'

const typeNames: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
}

/** Dotted path below `part` (none = the value itself) to plain words, for every issue; the first word on a path stays. */
export function describeIssues(issues: readonly Issue[], part?: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) collect(issue, part === undefined ? [] : [part], fields)
  return fields
}

function collect(issue: Issue, above: readonly PropertyKey[], fields: Record<string, string>): void {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) fields[[...path, key].join('.')] ??= 'is not a field of this request'
    return
  }
  // Null in the place of a value is not of the wrong type: there is nothing.
  if (issue.input === null && ofValue.test(issue.code)) {
    fields[path.map(String).join('.')] ??= 'is required'
    return
  }
  const choices = issue.code === 'invalid_union' ? choicesOf(issue) : null
  if (choices) {
    fields[path.map(String).join('.')] ??= oneOf(choices)
    return
  }
  const nearest = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : null
  if (nearest) {
    for (const inner of nearest) collect(inner, path, fields)
    return
  }
  const name = path.map(String).join('.')
  fields[name] ??= issue.message && issue.message !== unsaid ? issue.message : describe(issue)
}

const ofValue = /type|value|union/

// What the field that decides between objects may be.
function choicesOf(issue: Extract<Issue, { code: 'invalid_union' }>): unknown[] | null {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options : null
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))).join(' or ')}`
}

// Of the alternatives that were tried, the one that got furthest says what the caller most likely meant.
function nearestBranch(branches: readonly Issue[][]): Issue[] | null {
  const depth = (branch: Issue[]) => Math.max(...branch.map((issue) => issue.path.length))
  const told = branches.filter((branch) => branch.length > 0)
  return told.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? null
}

function describe(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (typeNames[issue.expected] ?? `must be ${issue.expected}`)
    case 'too_small':
      return describeBound(issue.origin, issue.minimum, 'at least', issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return describeBound(issue.origin, issue.maximum, 'at most', issue.inclusive === false ? 'less than' : 'at most')
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_format':
      return issue.format === 'regex' ? 'has the wrong form' : `is not a valid ${issue.format}`
    case 'invalid_key':
      return 'has a key that is not allowed'
    default:
      return 'is not valid'
  }
}

function describeBound(origin: string, bound: number | bigint, ofMany: string, ofNumber: string): string {
  if (origin === 'string') return `must have ${ofMany} ${bound} ${Number(bound) === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `must have ${ofMany} ${bound} ${Number(bound) === 1 ? 'entry' : 'entries'}`
  return `must be ${ofNumber} ${bound}`
}
