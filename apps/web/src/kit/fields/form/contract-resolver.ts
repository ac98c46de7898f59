import { toNestErrors } from '@hookform/resolvers'
import { describeIssues, type Schema, takes } from '@larder/contract'
import type { FieldError, Resolver } from 'react-hook-form'
import type { Field } from '../field.ts'

export type Values = Record<string, unknown>
type Issues = Parameters<typeof describeIssues>[0]
type StandardIssue = { readonly path?: readonly unknown[] | undefined }

/** A field's value that can't be sent yet; `unfinished` says why, after the field's label: "is still uploading". */
export interface Unfinished {
  unfinished: string
}
export function isUnfinished(value: unknown): value is Unfinished {
  return typeof value === 'object' && value !== null && 'unfinished' in value
}

/** Whether it says nothing but that it is unfinished: a file that is on its way. */
export function isHollow(value: unknown): boolean {
  return isUnfinished(value) && Object.keys(value).length === 1
}

/** Fields of a form that are sent in another body than its own, whose schema says what they may be. */
export interface Elsewhere {
  schema: Schema
  keys: readonly string[]
  /** Whether they are asked at all, by what the form holds. */
  when?: (values: Values) => boolean
}

/** Validates a form with the contract's own schema; `complete` makes the body that would be sent of what the form holds. */
export function contractResolver(schema: Schema, complete: (values: Values) => unknown, elsewhere?: Elsewhere): Resolver<Values> {
  return async (values, _context, options) => {
    const isAsked = elsewhere && elsewhere.when?.(values) !== false
    const beside = isAsked ? (await problemsOf(elsewhere.schema, values)).filter(({ path }) => elsewhere.keys.includes(path)) : []
    const problems = withUnfinished(values, [...(await problemsOf(schema, complete(values))), ...beside])
    if (problems.length === 0) return { values, errors: {} }
    const errors = problems.map(({ path, words, isMissing }): [string, FieldError] => [
      path,
      { type: 'contract', message: isMissing ? 'is required' : words },
    ])
    return { values: {}, errors: toNestErrors<Values>(Object.fromEntries(errors), options) }
  }
}

/** What a new one is sent as: without what was left empty and may be left out. */
export function withoutEmpty(schema: Schema, values: Values): Values {
  const isSent = ([key, value]: [string, unknown]) => value !== null || takes(schema, key, null) || !takes(schema, key, undefined)
  return Object.fromEntries(Object.entries(values).filter(isSent))
}

/** One thing that keeps a form from being sent. */
export interface Problem {
  /** Of the value in the form: `feeTiers.1.fee`. */
  path: string
  /** After the name of what is there: "must be a number". */
  words: string
  /** Nothing was entered. */
  isMissing: boolean
}

/** What keeps a form as it is typed from being sent. */
export function problemsNow(schema: Schema, values: Values, complete: (values: Values) => unknown): Problem[] {
  const problems = problemsOf(schema, complete(values))
  return withUnfinished(values, problems instanceof Promise ? [] : problems)
}

/** The first thing that is wrong with a field, in its own words: "Fee of tier 2 is missing". */
export function problemWords({ key, label, partName }: Field<never>, value: unknown, problems: readonly Problem[]): string | null {
  const own = problems.find(({ path }) => path === key || path.startsWith(`${key}.`))
  if (!own) return null
  const below = own.path.slice(key.length + 1)
  const name = below !== '' && partName ? partName(below.split('.'), value) : label
  return `${name} ${own.isMissing ? 'is missing' : own.words}`
}

/** What is unfinished says so itself, in the place of what the schema makes of it; the rest is told with it. */
function withUnfinished(values: Values, problems: readonly Problem[]): Problem[] {
  const waiting = Object.entries(values).flatMap(([path, value]) => unfinishedIn(path, value))
  return [...waiting, ...problems.filter(({ path }) => !waiting.some((each) => path === each.path || path.startsWith(`${each.path}.`)))]
}

/** Also among lines, and of what has parts. */
function unfinishedIn(path: string, value: unknown): Problem[] {
  if (isUnfinished(value)) return [{ path, words: value.unfinished, isMissing: false }]
  if (!Array.isArray(value) && Object.getPrototypeOf(value ?? 0) !== Object.prototype) return []
  return Object.entries(value as object).flatMap(([key, part]) => unfinishedIn(`${path}.${key}`, part))
}

/** What a schema says of a body; what is wrong with the whole comes before what is wrong with its parts: it would take their place. */
function problemsOf(schema: Schema, body: unknown): Problem[] | Promise<Problem[]> {
  const told = (result: { readonly issues?: readonly StandardIssue[] | undefined }) => {
    // What was entered decides between "is required" and "must be a number"; the schema doesn't keep it.
    const issues = (result.issues ?? []).map((issue) => ({ ...issue, input: valueAt(body, (issue.path ?? []).map(String)) }))
    return Object.entries(describeIssues(issues as unknown as Issues))
      .map(([path, words]) => ({ path, words, isMissing: isEmpty(valueAt(body, path.split('.'))) }))
      .sort((a, b) => depthOf(a.path) - depthOf(b.path))
  }
  const result = schema['~standard'].validate(body)
  return result instanceof Promise ? result.then(told) : told(result)
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), body)
}

function depthOf(path: string): number {
  return path.split('.').length
}

/** Nothing was entered: whatever the schema says of it, it is missing. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
