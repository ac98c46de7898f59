import { type Money, type RemedyKind, remedyKindLabels } from '@larder/contract'
import type { ReactNode } from 'react'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

interface Given {
  kind: RemedyKind
  amount: Money
  by: string
}

/** One remedy in a line: what was given and by whom, and below it what else there is to say of it. */
export function RemedyLine({ remedy: { kind, amount, by }, children }: { remedy: Given; children?: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text as="div" size={13}>
        {remedyKindLabels[kind]}: {format().money(amount)}, by {by}
      </Text>
      {children && (
        <Text as="div" size={12} tone="muted">
          {children}
        </Text>
      )}
    </Stack>
  )
}
