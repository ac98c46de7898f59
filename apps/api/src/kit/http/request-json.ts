import { isUtf8 } from 'node:buffer'
import { Refusal } from '../errors.ts'

const maxDepth = 32
const maxKeys = 10_000
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
// Strings and punctuation of a valid JSON text; the string's alternatives never overlap, so matching is linear.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g

/**
 * A request's JSON. 400 when it is not JSON in UTF-8, nests deeper than 32, has more than 10,000 keys, names a key twice or names
 * `__proto__`, `constructor` or `prototype`: such a value must not reach a log, a merge or the record.
 */
export function parseRequestJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) malformed('is not UTF-8')
  const text = bytes.toString()
  const value = parse(text)
  checkStructure(text)
  return value
}

/** 400 for keys that a careless merge would turn into a prototype. */
export function refuseForbiddenKeys(keys: Iterable<string>): void {
  for (const key of keys) if (forbiddenKeys.has(key)) malformed(`uses the key "${key}", which is not allowed`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return malformed('is not valid JSON')
  }
}

// Reads the text, not the value: a key that is named twice is gone from the value.
function checkStructure(text: string): void {
  const open: (Set<string> | null)[] = []
  let keys = 0
  let previous = ''
  for (const [word] of text.matchAll(token)) {
    if (word === '{' || word === '[') {
      open.push(word === '{' ? new Set() : null)
      if (open.length > maxDepth) malformed(`nests deeper than ${maxDepth}`)
    } else if (word === '}' || word === ']') {
      open.pop()
    } else if (word === ':') {
      keys++
      if (keys > maxKeys) malformed(`has more than ${maxKeys} keys`)
      const key: string = JSON.parse(previous)
      refuseForbiddenKeys([key])
      const seen = open.at(-1)
      if (seen?.has(key)) malformed(`names the key "${key.slice(0, 60)}" twice`)
      seen?.add(key)
    }
    previous = word
  }
}

function malformed(what: string): never {
  throw new Refusal('malformed', { reason: 'malformed-body', message: `The request ${what}.` })
}
