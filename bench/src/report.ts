import { plainFormat } from '@larder/contract'
import type { Measured, Side } from './rounds.ts'
import type { Claim } from './targets.ts'

/** A table in Markdown that reads as well in a terminal. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((word, column) => Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

export function formatRates(rows: readonly Measured[]): string {
  return formatTable(
    [
      '',
      'orders',
      'Larder/s',
      'p50 ms',
      'p95 ms',
      'bare/s',
      'p50 ms',
      'p95 ms',
      'handlers/s',
      'naked/s',
      'of bare',
      'of handlers',
      'of naked',
    ],
    rows.map(({ title, orders, product, bare, handlers, naked }) => [
      title,
      plainFormat.number(orders),
      ...sideCells(product),
      ...sideCells(bare),
      handlers?.perSecond.toFixed(0) ?? '',
      naked?.perSecond.toFixed(0) ?? '',
      share(product, bare),
      handlers ? share(product, handlers) : '',
      naked ? share(product, naked) : '',
    ]),
  )
}

export function formatClaims(claims: readonly Claim[]): string {
  return formatTable(
    ['claim', 'is', 'target', ''],
    claims.map(({ what, is, target, isMet }) => [what, is, target, isMet ? 'met' : 'MISSED']),
  )
}

function sideCells({ perSecond, p50, p95, failures }: Side): string[] {
  return [`${perSecond.toFixed(0)}${failures > 0 ? ` (${failures} failed)` : ''}`, p50.toFixed(1), p95.toFixed(1)]
}

function share(a: Side, b: Side): string {
  return `${((a.perSecond / b.perSecond) * 100).toFixed(0)} %`
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}
