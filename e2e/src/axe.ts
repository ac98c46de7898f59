import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export const modes = ['light', 'dark'] as const

/** What axe finds serious or critical. In the dark only the colours differ from what was looked at before. */
export async function findings(page: Page, mode: (typeof modes)[number], within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  const { violations } = await (mode === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any.map(({ message }) => message).join(' ')}`))
}
