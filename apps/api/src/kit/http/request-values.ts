const control = '\0'

/**
 * What in a parsed input can't be kept as it is, by dotted path: NUL and lone surrogates (PostgreSQL refuses the one and silently
 * replaces the other), numbers that JavaScript has already rounded. Empty when all is well.
 */
export function unstorableValues(value: unknown, path: string, found: Record<string, string> = {}): Record<string, string> {
  if (typeof value === 'string') {
    if (value.includes(control)) found[path] = 'contains a NUL character'
    else if (!value.isWellFormed()) found[path] = 'contains half of a surrogate pair'
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) found[path] = 'is too large a number'
    else if (Number.isInteger(value) && !Number.isSafeInteger(value)) found[path] = 'is too large a whole number'
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes(control) || !key.isWellFormed()) found[path] = 'has a key with characters that are not allowed'
      else unstorableValues(inner, `${path}.${key}`, found)
    }
  }
  return found
}
