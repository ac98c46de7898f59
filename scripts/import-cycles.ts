import type { Import, Violation } from './import-scan.ts'

/** Circles of files that import each other, be it for a type alone. Each circle is told once. */
export function findCycles(imports: Map<string, Import[]>): Violation[] {
  const finished = new Set<string>()
  const violations: Violation[] = []

  function visit(path: string, trail: string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) violations.push({ path, line: 1, message: `imports itself in a circle: ${[...trail.slice(start), path].join(' > ')}` })
    if (start >= 0 || finished.has(path)) return
    for (const { target } of imports.get(path) ?? []) if (target !== null) visit(target, [...trail, path])
    finished.add(path)
  }

  for (const path of imports.keys()) visit(path, [])
  return violations
}
