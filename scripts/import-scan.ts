import { posix } from 'node:path'

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string }

/** One broken rule, at a line of a file. */
export type Violation = { path: string; line: number; message: string }

/** One import of a file: what is written, which file of ours it means (null = a package). */
export type Import = { specifier: string; target: string | null; line: number; isReExport: boolean }

const STATIC = /^[ \t]*(import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"](?<specifier>[^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g
const CONTRACT = 'packages/contract/src/index.ts'
const ALIASES: Record<string, Record<string, string>> = {
  'apps/api/': {
    '#kit/': 'kit/',
    '#entities/': 'entities/',
    '#db/': 'db/',
    '#modules/': 'modules/',
    '#seed/': 'seed/',
    '#jobs/': 'jobs/',
    '#src/': '',
  },
  'apps/web/': {
    '#app/': 'app/',
    '#state/': 'state/',
    '#api/': 'api/',
    '#kit/': 'kit/',
    '#entities/': 'entities/',
    '#features/': 'features/',
  },
}

/** Every import of a file, static and dynamic, with its aliases resolved. */
export function scanImports({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].map((match) => {
    const { specifier = '' } = match.groups ?? {}
    return {
      specifier,
      target: resolveTarget(path, specifier),
      line: lineOf(text, match.index + match[0].length),
      isReExport: match[1] === 'export',
    }
  })
}

/** The 1-based line of a position in a text. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function resolveTarget(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  if (specifier === '@larder/contract') return CONTRACT
  const workspace = Object.keys(ALIASES).find((prefix) => path.startsWith(prefix))
  const alias = Object.entries(ALIASES[workspace ?? ''] ?? {}).find(([prefix]) => specifier.startsWith(prefix))
  return workspace && alias ? `${workspace}src/${alias[1]}${specifier.slice(alias[0].length)}` : null
}
