import type { ReactNode } from 'react'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** A quote in words: sentences above, figures by their names, what else is said of it, and what stands in its way. */
export interface QuoteWords {
  told?: readonly string[]
  facts: readonly (readonly [label: string, words: string])[]
  besides?: ReactNode
  problems: readonly string[]
}

/** What an order comes to, line by line. */
export function QuoteLines({ told = [], facts, besides, problems }: QuoteWords) {
  return (
    <Stack gap={1}>
      {told.map((words) => (
        <Text key={words} as="div" size={13}>
          {words}
        </Text>
      ))}
      {facts.map(([label, words]) => (
        <Row key={label} justify="space-between" isOneLine>
          <Text size={13} tone="muted">
            {label}
          </Text>
          <Text size={13} weight={600}>
            {words}
          </Text>
        </Row>
      ))}
      {besides}
      {problems.map((words) => (
        <Text key={words} as="div" size={13} tone="bad">
          {words}
        </Text>
      ))}
    </Stack>
  )
}
