import type { Count, Page } from '@larder/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import './list.css'

interface ListFooterProps {
  page: number
  total: Count | null
  onCount: () => void
  onPrevious: () => void
  onNext: (() => void) | null
}

const figures = new Intl.NumberFormat('en-US')

/** "1,000+". */
export function countText({ value, capped }: Count): string {
  return figures.format(value) + (capped ? '+' : '')
}

/** How many there are in all, where that is known: it was counted, or this is the last page. */
export function totalOf(page: Page<unknown> | undefined, before: number): Count | null {
  if (!page) return null
  return page.total ?? (page.next === null ? { value: before + page.rows.length, capped: false } : null)
}

/** Which page, how many in all (counted when asked: counting ten million rows costs more than showing them), back and on. */
export function ListFooter({ page, total, onCount, onPrevious, onNext }: ListFooterProps) {
  return (
    <div className="list-foot">
      <Row gap={3}>
        <Text size={13} tone="muted">
          Page {figures.format(page)}
        </Text>
        {total ? (
          <Text size={13} tone="muted">
            {countText(total)} in all
          </Text>
        ) : (
          <Button size="small" onClick={onCount}>
            Count
          </Button>
        )}
      </Row>
      <Row as="nav" aria-label="Pages of this list">
        <Button size="small" icon={IconChevronLeft} disabled={page <= 1} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="small" icon={IconChevronRight} disabled={!onNext} onClick={() => onNext?.()}>
          Next
        </Button>
      </Row>
    </div>
  )
}
