import { type ResolvedMode, tokens } from '#kit/theme/tokens.ts'
import type { Customization } from '#state/customization.ts'

/** Puts colours, font and radius on the page as custom properties, for what is styled before (and without) the component library. */
export function applyTokens(mode: ResolvedMode, { fontFamily, borderRadius }: Pick<Customization, 'fontFamily' | 'borderRadius'>): void {
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries(tokens[mode])) style.setProperty(`--${name}`, colour)
  style.setProperty('--font', fontFamily)
  style.setProperty('--radius', `${borderRadius}px`)
  style.colorScheme = mode
}
